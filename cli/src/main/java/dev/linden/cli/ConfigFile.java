package dev.linden.cli;

import dev.linden.base.Settings;
import java.io.File;
import java.io.IOException;
import java.util.List;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.xml.sax.SAXException;
import org.xml.sax.helpers.DefaultHandler;

/**
 * A configuration file: {@code <root>} with one child per setting, such as {@code
 * <linden.threads>4</linden.threads>}. Files written for SystemDS are accepted: their {@code
 * sysds.} properties tune how that system computes, never what, so they are passed over.
 */
final class ConfigFile {
  private static final String PREFIX = "linden.";
  private static final String FOREIGN_PREFIX = "sysds.";

  private ConfigFile() {}

  static Settings read(Caller caller, String path, Settings settings) {
    File file = caller.path(path).toFile();
    if (!file.isFile()) {
      throw new UsageError("-config: there is no file " + path);
    }
    Settings result = settings;
    for (Element property : properties(file, path)) {
      String name = property.getTagName();
      String origin = path + ", <" + name + ">";
      if (name.startsWith(PREFIX)) {
        String value = property.getTextContent().strip();
        result = CommandLine.with(result, name.substring(PREFIX.length()), value, origin);
      } else if (!name.startsWith(FOREIGN_PREFIX)) {
        throw new UsageError(origin + ": expected a name that starts with " + PREFIX);
      }
    }
    return result;
  }

  private static List<Element> properties(File file, String path) {
    try {
      Element root = parser().parse(file).getDocumentElement();
      List<Element> properties = new java.util.ArrayList<>();
      for (Node child = root.getFirstChild(); child != null; child = child.getNextSibling()) {
        if (child instanceof Element property) {
          properties.add(property);
        }
      }
      return properties;
    } catch (SAXException | IOException | ParserConfigurationException e) {
      throw new UsageError("-config: " + path + " is not a readable XML file: " + e.getMessage());
    }
  }

  private static DocumentBuilder parser() throws ParserConfigurationException {
    DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
    factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
    factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
    DocumentBuilder builder = factory.newDocumentBuilder();
    // The default handler prints on stderr what the exception says anyway.
    builder.setErrorHandler(new DefaultHandler());
    return builder;
  }
}
