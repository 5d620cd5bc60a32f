package dev.linden.cli;

import static java.util.stream.Collectors.joining;

import dev.linden.base.Setting;
import dev.linden.base.Settings;
import dev.linden.engine.Manual;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Scripts by which shells complete the words of the command: commands, options, settings, files.
 */
final class ShellCompletion {
  private static final List<String> SHELLS = List.of("bash", "zsh");

  private ShellCompletion() {}

  /**
   * @param shell its name; null if none was given
   */
  static String script(String shell) {
    if (shell == null || !SHELLS.contains(shell)) {
      throw new UsageError(
          "completion needs the name of a shell, one of "
              + String.join(", ", SHELLS)
              + (shell == null ? "" : ", not \"" + shell + "\""));
    }
    return shell.equals("bash") ? bash() : zsh();
  }

  private static String commands() {
    return Arrays.stream(Command.Action.values())
        .filter(action -> action != Command.Action.RUN && action != Command.Action.PROMPT)
        .map(Command.Action::word)
        .collect(joining(" ", "", " kernel"));
  }

  /** What {@code help} knows and a shell can take as it is. */
  private static String names() {
    return Manual.names().stream()
        .filter(name -> name.matches("[A-Za-z][A-Za-z0-9_.]*"))
        .collect(joining(" "));
  }

  private static String daemon() {
    return String.join(" ", DaemonCommand.WORDS);
  }

  private static String options() {
    List<String> names = new ArrayList<>(Option.allNames());
    names.sort(null);
    return String.join(" ", names);
  }

  private static String settings() {
    return Settings.ALL.stream().map(Setting::name).sorted().collect(joining("= ", "", "="));
  }

  private static String bash() {
    return """
    # Completes words of linden: put "source <(linden completion bash)" into ~/.bashrc.
    _linden() {
      local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]}
      case $before in
        --set) mapfile -t COMPREPLY < <(compgen -W '%s' -- "$word") && compopt -o nospace; return ;;
        completion) mapfile -t COMPREPLY < <(compgen -W 'bash zsh' -- "$word"); return ;;
        daemon) mapfile -t COMPREPLY < <(compgen -W '%s' -- "$word"); return ;;
        kernel) mapfile -t COMPREPLY < <(compgen -W 'install' -- "$word"); return ;;
        help) mapfile -t COMPREPLY < <(compgen -W '%s' -- "$word"); return ;;
      esac
      if [[ $word == -* ]]; then
        mapfile -t COMPREPLY < <(compgen -W '%s' -- "$word")
      else
        mapfile -t COMPREPLY < <(compgen -f -- "$word")
        [[ $COMP_CWORD == 1 ]] && mapfile -t -O ${#COMPREPLY[@]} COMPREPLY < <(compgen -W '%s' -- "$word")
      fi
    }
    complete -o filenames -F _linden linden
    """
        .formatted(settings(), daemon(), names(), options(), commands());
  }

  private static String zsh() {
    return """
    #compdef linden
    # Completes words of linden: put "source <(linden completion zsh)" into ~/.zshrc, behind compinit.
    _linden() {
      case ${words[CURRENT-1]} in
        --set) compadd -S '' -- %s; return ;;
        completion) compadd -- bash zsh; return ;;
        daemon) compadd -- %s; return ;;
        kernel) compadd -- install; return ;;
        help) compadd -- %s; return ;;
      esac
      if [[ ${words[CURRENT]} == -* ]]; then
        compadd -- %s
      else
        (( CURRENT == 2 )) && compadd -- %s
        _files
      fi
    }
    compdef _linden linden
    """
        .formatted(settings(), daemon(), names(), options(), commands());
  }
}
