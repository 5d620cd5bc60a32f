'use strict';
// The page of a plan. Everything that comes from a script reaches the document as text or as an attribute, never as markup.
(() => {
  const D = JSON.parse(document.getElementById('data').textContent);
  const $ = id => document.getElementById(id);

  // ---- elements

  const NS = 'http://www.w3.org/2000/svg';

  function fill(node, attributes, children) {
    for (const [name, value] of Object.entries(attributes || {})) {
      if (name.startsWith('on')) {
        node.addEventListener(name.slice(2), value);
      } else if (value !== null && value !== undefined && value !== false) {
        node.setAttribute(name, value === true ? '' : value);
      }
    }
    for (const child of children.flat()) {
      if (child !== null && child !== undefined) {
        node.append(child);
      }
    }
    return node;
  }

  const el = (tag, attributes, ...children) => fill(document.createElement(tag), attributes, children);
  const svg = (tag, attributes, ...children) => fill(document.createElementNS(NS, tag), attributes, children);
  const clear = node => { node.replaceChildren(); return node; };

  // ---- numbers as people read them

  function digits(x) {
    return x >= 100 ? x.toFixed(0) : x >= 10 ? x.toFixed(1).replace(/\.0$/, '') : x.toFixed(2).replace(/\.?0+$/, '');
  }
  function bytes(b) {
    if (b === null || b === undefined) return '?';
    const units = ['B', 'KB', 'MB', 'GB', 'TB', 'PB', 'EB'];
    let u = 0;
    while (b >= 1024 && u < units.length - 1) { b /= 1024; u++; }
    return digits(b) + ' ' + units[u];
  }
  function time(s) {
    if (s === null || s === undefined || !isFinite(s)) return '?';
    if (s === 0) return '0';
    if (s >= 3600) return digits(s / 3600) + ' h';
    if (s >= 120) return digits(s / 60) + ' min';
    return s >= 1 ? digits(s) + ' s' : s >= 1e-3 ? digits(s * 1e3) + ' ms' : digits(s * 1e6) + ' µs';
  }
  function count(n) {
    if (n === null || n === undefined) return '?';
    if (n < 10000) return String(n);
    const units = ['', 'K', 'M', 'G', 'T', 'P', 'E'];
    let u = 0;
    while (n >= 999.5 && u < units.length - 1) { n /= 1000; u++; }
    return digits(n) + units[u];
  }
  const exact = n => n === null || n === undefined ? '?' : String(n).replace(/\B(?=(\d{3})+(?!\d))/g, ' ');
  const shape = o => o && o.rows !== undefined ? count(o.rows) + '×' + count(o.cols) : '';
  const ratio = x => x >= 10 ? x.toFixed(0) : x.toFixed(1).replace(/\.0$/, '');
  const plural = (n, word) => exact(n) + ' ' + word + (n === 1 ? '' : 's');

  // ---- a plan: operators by their places

  /** Assumed where the number of iterations is not known, as the compiler does. */
  const ASSUMED = 10;
  /** Off by that factor, an estimate is worth a look. */
  const OFF = 4;
  const DENSEST_SPARSE = 0.4;

  const inside = block => [...(block.body || []), ...(block.then || []), ...(block.else || [])];
  const isSized = o => o.type === 'matrix' || o.type === 'frame';

  /** All blocks of a stage with how often they run, as far as the plan tells. */
  function walk(stage, visit) {
    const calls = {};
    const blocks = (list, runs, depth) => {
      for (const block of list) {
        visit(block, runs, depth);
        for (const o of block.operators || []) {
          if (o.operator.startsWith('call ')) {
            calls[o.operator.slice(5)] = (calls[o.operator.slice(5)] || 0) + runs;
          }
        }
        const loop = block.type === 'while' || block.type === 'for' || block.type === 'parfor';
        blocks(inside(block), loop ? runs * (block.iterations === undefined ? ASSUMED : block.iterations) : runs, depth + 1);
      }
    };
    blocks(stage.main, 1, 0);
    for (const f of stage.functions) {
      blocks(f.blocks, calls[f.name] || 1, 0);
    }
  }

  /** Places come as lists, which are shorter; stages without what is empty, unknown, or the line of the place. */
  function unfold(data) {
    if (Array.isArray(data.places[0])) {
      data.places = data.places.map(([file, line, column, endLine, endColumn, calls]) => ({source: data.files[file], line, column, endLine, endColumn, calls}));
      Object.values(data.stages).forEach(stage => complete(stage, data.places));
    }
  }

  function complete(node, places) {
    if (Array.isArray(node)) {
      node.forEach(each => complete(each, places));
    } else if (node && typeof node === 'object') {
      if (node.type === 'matrix' || node.type === 'frame') {
        for (const name of ['rows', 'cols', 'nnz', 'memory', 'operationMemory']) if (node[name] === undefined) node[name] = null;
      }
      if (node.line === undefined && places[node.site]) node.line = places[node.site].line;
      if (node.operator !== undefined && node.inputs === undefined) node.inputs = [];
      Object.values(node).forEach(each => complete(each, places));
    }
  }

  function model(data) {
    unfold(data);
    const m = {data, rows: [], calls: [], nodes: new Map(), bySite: new Map(), measured: data.measured || null};
    const main = data.sources[0].name;
    m.lineOf = site => {
      const place = data.places[site];
      if (!place) return null;
      if (place.source === main) return place.line;
      const call = (place.calls || []).find(c => c.source === main);
      return call ? call.line : null;
    };
    m.where = site => {
      const place = data.places[site];
      return place ? (place.source === main ? 'line ' + place.line : place.source + ':' + place.line) : '';
    };
    m.short = site => m.where(site).replace(/^.*\//, '').replace(/\.dml:/, ':');
    m.again = (m.measured && m.measured.recompiledBlocks) || {};
    m.blockOf = block => m.again[block.site] || block;
    const runsOf = new Map();
    walk(data.stages.selected, (block, runs) => {
      for (const o of m.blockOf(block).operators || []) {
        if (o.exec === undefined && !o.operator.startsWith('call ')) continue;
        if (!m.nodes.has(o.site)) m.nodes.set(o.site, o);
        runsOf.set(o.site, (runsOf.get(o.site) || 0) + runs);
      }
    });
    const row = (site, node, measured) => {
      const estimate = measured && measured.estimate || node && isSized(node) && {rows: node.rows, cols: node.cols, nnz: node.nnz, bytes: node.memory};
      const runs = measured ? measured.count : runsOf.get(site) || 1;
      const each = node && node.seconds !== undefined ? node.seconds : null;
      const r = {
        site, node, measured, estimate: estimate || null, count: runs,
        label: measured ? measured.operator : node.operator,
        exec: (measured || node).exec, method: (measured || node).method,
        estimated: each === null ? null : each * runs,
        seconds: measured ? measured.seconds : each === null ? 0 : each * runs,
        line: m.lineOf(site), marks: [],
      };
      r.total = measured && measured.total || r.seconds;
      r.bytes = measured && measured.bytes !== undefined ? measured.bytes : estimate ? estimate.bytes : null;
      r.operation = node && node.operationMemory !== undefined ? node.operationMemory : null;
      // A call of a function has no time of its own worth a line: its operators have.
      (r.exec === undefined ? m.calls : m.rows).push(r);
      m.bySite.set(site, r);
    };
    if (m.measured) {
      for (const o of m.measured.operators) row(o.site, m.nodes.get(o.site), o);
    } else {
      for (const [site, node] of m.nodes) row(site, node, null);
    }
    m.rows.forEach(r => marks(m, r));
    m.rows.sort((a, b) => b.seconds - a.seconds);
    m.total = m.rows.reduce((sum, r) => sum + r.seconds, 0);
    m.budget = m.measured ? m.measured.pool.budget : data.machine.localBudget;
    return m;
  }

  /** Where an estimate was far off, or a sparse matrix became dense. */
  function marks(m, r) {
    const a = r.measured, e = r.estimate;
    if (a && e && a.rows !== undefined && e.nnz !== null && a.nnz !== undefined && a.rows * a.cols > 100) {
      const off = (e.nnz + 1) / (a.nnz + 1);
      if (off >= OFF || off <= 1 / OFF) {
        r.marks.push({short: '×' + ratio(Math.max(off, 1 / off)), text: 'non-zeros estimated ' + ratio(Math.max(off, 1 / off))
            + ' times too ' + (off > 1 ? 'high' : 'low')});
      }
    }
    if (a && e && a.rows !== undefined && e.rows !== null && e.cols !== null && a.rows * a.cols > 100) {
      const off = e.rows * e.cols / (a.rows * a.cols);
      if (off >= OFF || off <= 1 / OFF) {
        r.marks.push({short: 'cells ×' + ratio(Math.max(off, 1 / off)), text: 'size estimated ' + ratio(Math.max(off, 1 / off))
            + ' times too ' + (off > 1 ? 'large' : 'small')});
      }
    }
    if (a && a.form === 'dense' && a.cols > 1 && a.rows * a.cols > 100) {
      const expected = e && e.nnz !== null && e.rows !== null && e.nnz < DENSEST_SPARSE * e.rows * e.cols;
      if (expected) {
        r.marks.push({short: 'became dense', text: 'expected sparse, became dense'});
      } else if (r.node && r.node.inputs.some(i => sparseInput(m, r, i))) {
        r.marks.push({short: 'became dense', text: 'a sparse operand of this shape became dense'});
      }
    }
    if (r.operation && m.budget && r.operation > m.budget && r.exec !== 'SPARK') {
      r.marks.push({short: 'over budget', text: 'the operation may need ' + bytes(r.operation) + ', the budget is ' + bytes(m.budget)});
    }
  }

  function sparseInput(m, r, id) {
    if (typeof id !== 'number') return false;
    for (const o of siblings(m, r.site)) {
      if (o.id === id) {
        const input = m.bySite.get(o.site);
        const a = input && input.measured;
        return Boolean(a && a.form === 'sparse' && a.rows === r.measured.rows && a.cols === r.measured.cols);
      }
    }
    return false;
  }

  function siblings(m, site) {
    if (!m.dags) {
      m.dags = new Map();
      walk(m.data.stages.selected, block => {
        const operators = m.blockOf(block).operators || [];
        operators.forEach(o => m.dags.set(o.site, operators));
      });
    }
    return m.dags.get(site) || [];
  }

  let M = model(D);
  const unit = M.measured ? 'own time' : 'estimated time';

  // ---- selection, which all views show

  const listeners = [];
  let selected = null;
  function select(site, from) {
    selected = site;
    listeners.forEach(listen => listen(site, from));
  }

  // ---- head

  function head() {
    const name = D.script.replace(/^.*\//, '');
    document.title = 'Plan of ' + name;
    $('title').textContent = 'Plan of ' + name;
    const facts = [];
    const add = (text, value) => facts.push(el('span', null, text + ' ', el('b', null, value)));
    if (M.measured) add('ran', time(M.measured.seconds));
    const compile = Object.entries(D.phases || {}).filter(([k]) => k !== 'execution').reduce((s, [, v]) => s + v, 0);
    add('compiled in', time(compile));
    add('operators', exact(M.rows.length));
    const rewrites = Object.values(D.rewrites).reduce((a, b) => a + b, 0);
    if (rewrites) add('rewrites', exact(rewrites));
    if (M.measured && M.measured.recompiled) add('compiled again', plural(M.measured.recompiled, 'time'));
    if (M.measured) add('memory at most', bytes(Math.max(M.measured.pool.peak, ...M.measured.memory.bytes)));
    if (M.budget) add('budget', bytes(M.budget));
    add('threads', String(D.machine.threads));
    const spark = M.rows.filter(r => r.exec === 'SPARK').length;
    if (spark) add('on Spark', plural(spark, 'operator'));
    if (D.machine.cluster) {
      const c = D.machine.cluster;
      add('cluster', c.executors + ' × ' + c.cores + ' cores, ' + bytes(c.executorMemory));
    }
    fill($('facts'), null, facts);
  }

  // ---- the script

  const KEYWORDS = /^(if|else|for|parfor|while|in|function|return|source|as|setwd|externalFunction|implemented|TRUE|FALSE|def|True|False)$/;
  const TOKENS = /(#.*$)|("(?:[^"\\]|\\.)*"?|'(?:[^'\\]|\\.)*'?)|(\d[\w.]*(?:[eE][+-]?\d+)?)|([A-Za-z_]\w*)|([^\w"'#]+|.)/g;

  function code(text, from, to) {
    const parts = [];
    let at = 1;
    const piece = (kind, content) => {
      const end = at + content.length;
      const cuts = [at, Math.min(Math.max(from, at), end), Math.min(Math.max(to, at), end), end];
      for (let i = 0; i < 3; i++) {
        const part = content.slice(cuts[i] - at, cuts[i + 1] - at);
        if (part) {
          const node = kind ? el('span', {class: kind}, part) : document.createTextNode(part);
          parts.push(i === 1 && from < to ? el('mark', null, node) : node);
        }
      }
      at = end;
    };
    for (const t of text.matchAll(TOKENS)) {
      piece(t[1] ? 'c' : t[2] ? 's' : t[3] ? 'n' : t[4] && KEYWORDS.test(t[4]) ? 'k' : null, t[0]);
    }
    return parts;
  }

  function script() {
    const main = D.sources[0].name;
    const times = new Map(), memory = new Map(), sites = new Map();
    const add = (key, r) => {
      times.set(key, (times.get(key) || 0) + r.total);
      memory.set(key, Math.max(memory.get(key) || 0, r.bytes || 0));
      sites.set(key, [...(sites.get(key) || []), r]);
    };
    for (const r of [...M.rows, ...M.calls]) {
      const p = D.places[r.site];
      if (!p) continue;
      add(p.source + ':' + p.line, r);
      for (const c of p.calls || []) add(c.source + ':' + c.line, r);
    }
    const most = Math.max(1e-12, ...times.values());
    const largest = Math.max(1, ...memory.values());
    const lines = new Map();
    const root = clear($('script'));
    D.sources.forEach((source, number) => {
      root.append(el('div', {class: number ? 'file more' : 'file'}, source.name,
          el('span', {class: 'faint'}, number ? '  lines ' + source.first + '–' + (source.first + source.lines.length - 1) : '   time, memory')));
      const box = el('div', {class: 'code'});
      source.lines.forEach((text, i) => {
        const no = source.first + i;
        const key = source.name + ':' + no;
        const t = times.get(key), mem = memory.get(key);
        const bar = (value, max, kind, shown) => {
          const cell = el('span', {class: 'gut ' + kind});
          if (value) {
            const fillBar = el('i');
            fillBar.style.width = Math.max(2, 100 * value / max) + '%';
            cell.append(fillBar, el('em', null, shown));
          }
          return cell;
        };
        const content = el('span', null, code(text, 0, 0));
        const line = el('div', {class: sites.has(key) ? 'l has' : 'l', 'data-line': no, 'data-source': source.name},
            bar(t && t >= most / 2000 ? t : 0, most, 't', time(t)), bar(mem >= 1024 ? mem : 0, largest, 'm', bytes(mem)),
            el('span', {class: 'no'}, String(no)), content);
        if (sites.has(key)) {
          const own = sites.get(key).slice().sort((a, b) => b.seconds - a.seconds);
          line.addEventListener('click', () => {
            const now = own.findIndex(r => r.site === selected);
            select(own[(now + 1) % own.length].site, 'script');
          });
        }
        lines.set(key, {line, content, text});
        box.append(line);
      });
      root.append(box);
    });
    let marked = [];
    listeners.push((site, from) => {
      marked.forEach(l => { l.line.classList.remove('on'); clear(l.content).append(...code(l.text, 0, 0)); });
      marked = [];
      const p = D.places[site];
      if (!p) return;
      for (let no = p.line; no <= p.endLine; no++) {
        const l = lines.get(p.source + ':' + no);
        if (l) {
          clear(l.content).append(...code(l.text, no === p.line ? p.column : 1, no === p.endLine ? p.endColumn + 1 : 1e6));
          l.line.classList.add('on');
          marked.push(l);
        }
      }
      for (const c of p.calls || []) {
        const l = lines.get(c.source + ':' + c.line);
        if (l) { l.line.classList.add('on'); marked.push(l); }
      }
      if (marked.length && from !== 'script') {
        const inMain = marked.find(l => l.line.dataset.source === main) || marked[0];
        const view = $('script'), at = inMain.line.offsetTop - view.offsetTop;
        if (at < view.scrollTop + 40 || at > view.scrollTop + view.clientHeight - 60) view.scrollTop = at - view.clientHeight / 3;
      }
    });
  }

  // ---- one operator

  function detail() {
    const root = $('detail');
    const show = site => {
      clear(root);
      const r = M.bySite.get(site);
      if (!r) {
        root.append(el('p', {class: 'note'}, site === null ? 'Choose an operator, or a line of the script.'
            : 'Nothing is known of this operator: it did not run, or has become part of another one.'));
        return;
      }
      const a = r.measured, e = r.estimate;
      const list = el('dl');
      const line = (name, estimated, actual) => list.append(el('dt', null, name), el('dd', null, estimated), el('dd', null, actual));
      const wide = (name, text) => list.append(el('dt', null, name), el('dd', {class: 'wide'}, text));
      list.append(el('dt'), el('dd', {class: 'head'}, 'estimate'), el('dd', {class: 'head'}, a ? 'measured' : ''));
      line(M.measured ? 'time' : 'time, ' + r.count + '×', time(r.estimated), a ? time(a.seconds) + (M.total ? ' (' + digits(100 * a.seconds / M.total) + ' %)' : '') : '');
      if (a) line('executions', '', exact(a.count) + (a.count > 1 ? ', the longest ' + time(a.longest) : ''));
      if (e) {
        line('shape', exact(e.rows) + ' × ' + exact(e.cols), a && a.rows !== undefined ? exact(a.rows) + ' × ' + exact(a.cols) : '');
        line('non-zeros', e.nnz === null ? '?' : '≤ ' + exact(e.nnz), a && a.nnz !== undefined ? exact(a.nnz) + share(a) : '');
        line('memory of the result', bytes(e.bytes), a && a.bytes !== undefined ? bytes(a.bytes) + ', ' + a.form : '');
      }
      if (r.operation !== null) {
        wide('whole operation', bytes(r.operation) + (M.budget && r.operation ? ' of ' + bytes(M.budget) + ' (' + digits(100 * r.operation / M.budget) + ' %)' : ''));
      }
      if (r.total > r.seconds) wide('with what it called', time(r.total));
      if (r.exec) wide('runs', r.exec === 'SPARK' ? 'on Spark' + (r.method ? ' by ' + r.method : '') + (a ? ', ' + plural(a.onSpark || 0, 'result') + ' stayed there' : '') : 'here');
      const p = D.places[site];
      wide('place', (p.calls || []).reduce((text, c) => text + ', in ' + c.function + ' called at ' + c.source + ':' + c.line, p.source + ':' + p.line));
      r.marks.forEach(mark => list.append(el('dt', null, 'note'), el('dd', {class: 'wide'}, el('span', {class: 'tag warn'}, mark.short), mark.text)));
      root.append(el('h2', null, r.label), list);
    };
    listeners.push(show);
    show(null);
  }
  const share = a => a.rows * a.cols > 0 ? ' (' + digits(100 * a.nnz / (a.rows * a.cols)) + ' %)' : '';

  // ---- tabs

  const panels = [];
  function panel(key, name, build, noprint) {
    const number = panels.length + 1;
    const section = el('section', {role: 'tabpanel', id: 'panel-' + key, 'aria-label': name, 'aria-labelledby': 'tab-' + key, tabindex: -1, hidden: true,
        'data-noprint': noprint});
    const tab = el('button', {role: 'tab', id: 'tab-' + key, 'aria-controls': 'panel-' + key, title: name + ' (' + number + ')', onclick: () => open(key)}, name);
    const p = {key, tab, section, build, built: false};
    panels.push(p);
    $('tabs').append(tab);
    $('panels').append(section);
  }
  function build(p) {
    if (!p.built) {
      p.built = true;
      p.build(p.section);
      if (selected !== null) select(selected, 'tab');
    }
  }
  function open(key) {
    for (const p of panels) {
      const on = p.key === key;
      p.tab.setAttribute('aria-selected', on);
      p.tab.tabIndex = on ? 0 : -1;
      p.section.hidden = !on;
      if (on) build(p);
    }
  }
  $('tabs').addEventListener('keydown', event => {
    const now = panels.findIndex(p => !p.section.hidden);
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (step) {
      const next = panels[(now + step + panels.length) % panels.length];
      open(next.key);
      next.tab.focus();
      event.preventDefault();
    }
  });

  // ---- the ranked list

  let shownRows = [];
  function operators(root) {
    const columns = [
      {key: 'label', name: 'operator', get: r => r.label},
      {key: 'line', name: 'line', num: true, get: r => r.line || 0},
      {key: 'seconds', name: unit, get: r => r.seconds},
      {key: 'count', name: 'runs', num: true, get: r => r.count},
      {key: 'nnz', name: 'shape, non-zeros', get: r => r.estimate ? r.estimate.nnz || 0 : 0},
      {key: 'bytes', name: 'memory', num: true, get: r => r.bytes || 0},
      {key: 'marks', name: 'notes', get: r => r.marks.length + (r.exec === 'SPARK' ? 0.5 : 0)},
    ];
    let sort = 'seconds', down = true, wanted = '';
    const filter = el('input', {type: 'search', id: 'filter', placeholder: 'filter: operator, line, spark, dense …', 'aria-label': 'Filter',
        size: 34, oninput: () => { wanted = filter.value.toLowerCase(); draw(); }});
    const info = el('span', {class: 'faint'});
    root.append(el('div', {class: 'row'}, filter, info));
    root.append(el('p', {class: 'note'}, M.measured
        ? 'Own time of each operator, heaviest first; in small print what the compiler had expected.'
        : 'No run was measured: times are estimates, loops without known bounds count ' + ASSUMED + ' times. Run the script with --html to measure.'));
    const headRow = el('tr', null, el('th', {class: 'num'}, '#'));
    columns.forEach(c => headRow.append(c.th = el('th', {class: 'sort' + (c.num ? ' num' : ''), onclick: () => {
      down = sort === c.key ? !down : c.key !== 'label' && c.key !== 'line';
      sort = c.key;
      draw();
    }}, c.name)));
    const body = el('tbody');
    root.append(el('table', {id: 'ranking'}, el('thead', null, headRow), body));
    const trs = new Map();
    const most = M.rows.length ? Math.max(1e-12, M.rows[0].seconds) : 1;
    M.rows.forEach((r, rank) => trs.set(r, tr(r, rank, most)));
    const matches = r => (r.label + ' ' + M.where(r.site) + ' ' + r.exec + ' ' + (r.measured ? r.measured.form : '') + ' '
        + r.marks.map(x => x.text).join(' ')).toLowerCase().includes(wanted);
    function draw() {
      const column = columns.find(c => c.key === sort);
      columns.forEach(c => c === column ? c.th.setAttribute('aria-sort', down ? 'descending' : 'ascending') : c.th.removeAttribute('aria-sort'));
      const order = (a, b) => { const x = column.get(a), y = column.get(b); return x < y ? -1 : x > y ? 1 : 0; };
      shownRows = M.rows.filter(matches).sort((a, b) => down ? order(b, a) : order(a, b));
      body.replaceChildren(...shownRows.map(r => trs.get(r)));
      info.textContent = shownRows.length === M.rows.length ? plural(M.rows.length, 'operator') : shownRows.length + ' of ' + plural(M.rows.length, 'operator');
    }
    draw();
    listeners.push((site, from) => {
      for (const [r, row] of trs) {
        row.classList.toggle('on', r.site === site);
        if (r.site === site && from !== 'ranking') reveal(root, row);
      }
    });
  }

  /** Of operators that take a hundredth of the time or more. */
  const isFarOff = r => r.seconds >= M.total / 100 && (r.estimated > OFF * r.seconds || r.seconds > OFF * r.estimated);

  /** Scrolls up or down, never aside. */
  function reveal(view, row) {
    const outer = view.getBoundingClientRect(), inner = row.getBoundingClientRect();
    if (inner.top < outer.top + 40) view.scrollTop += inner.top - outer.top - 40;
    else if (inner.bottom > outer.bottom) view.scrollTop += inner.bottom - outer.bottom + 8;
  }

  const sized = e => e.rows === null && e.cols === null ? 'size not known' : shape(e) + (e.nnz === null ? '' : ', ≤ ' + count(e.nnz));

  function tr(r, rank, most) {
    const a = r.measured, e = r.estimate;
    const bar = el('i');
    bar.style.width = 100 * r.seconds / most + '%';
    const cells = [
      el('td', {class: 'num faint'}, String(rank + 1)),
      el('td', {class: 'op', title: r.label}, r.label),
      el('td', {class: 'num place', title: M.where(r.site)}, r.line === null ? el('small', null, M.short(r.site)) : String(r.line)),
      el('td', {class: 'bar'}, time(r.seconds), el('span', {class: 'faint'}, M.total && r.seconds >= M.total / 1000 ? '  ' + digits(100 * r.seconds / M.total) + ' %' : ''),
          el('div', null, bar), a && r.estimated !== null ? el('small', {class: isFarOff(r) ? 'warn' : null}, 'estimate ' + time(r.estimated)) : null),
      el('td', {class: 'num'}, count(r.count)),
      el('td', null, a && a.rows !== undefined ? shape(a) + (a.nnz !== undefined ? ', ' + count(a.nnz) : '') : e ? sized(e) : 'scalar',
          a && a.rows !== undefined && e ? el('small', null, sized(e)) : null),
      el('td', {class: 'num'}, r.bytes ? bytes(r.bytes) : '', a && a.bytes && e ? el('small', null, bytes(e.bytes)) : null),
      el('td', {class: 'notes'}, r.exec === 'SPARK' ? el('span', {class: 'tag spark'}, 'Spark' + (r.method ? ' ' + r.method : '')) : null,
          a && a.form && a.cols > 1 ? el('span', {class: 'tag'}, a.form) : null,
          r.marks.map(x => el('span', {class: 'tag warn', title: x.text}, x.short))),
    ];
    return el('tr', {class: 'pick', 'data-site': r.site, onclick: () => select(r.site, 'ranking'), ondblclick: () => showInPlan(r.site)}, cells);
  }

  // ---- blocks and DAGs

  const STAGES = [
    {key: 'written', name: 'As written'},
    {key: 'rewritten', name: 'Rewritten'},
    {key: 'selected', name: 'Fused'},
    {key: 'instructions', name: 'Instructions'},
    {key: 'again', name: 'Compiled again'},
  ];
  let stage = 'selected';
  let openStage = null;

  function plan(root) {
    const choice = el('div', {class: 'sub', role: 'group', 'aria-label': 'Stage'});
    const body = el('div', {id: 'stage'});
    STAGES.forEach(s => choice.append(s.button = el('button', {id: 'stage-' + s.key, onclick: () => openStage(s.key)}, s.name)));
    root.append(choice, body);
    openStage = key => {
      stage = key;
      STAGES.forEach(s => s.button.setAttribute('aria-pressed', s.key === key));
      clear(body);
      if (key === 'again') {
        recompilations(body);
      } else {
        if (key === 'written') body.append(el('p', {class: 'note'}, 'Operators as the script says, with what is known of their results.'));
        if (key === 'rewritten') firings(body);
        if (key === 'selected') fusion(body);
        if (key === 'instructions') body.append(el('p', {class: 'note'}, 'What is run, in this order; x! is an operand that is not needed afterwards.'));
        tree(body, D.stages[key], key);
      }
      if (selected !== null) select(selected, 'stage');
    };
    openStage(stage);
  }

  function showInPlan(site) {
    open('plan');
    if (stage !== 'selected') openStage('selected');
    select(site, 'ranking');
    for (const block of document.querySelectorAll('#stage details.block')) {
      if (block.sites && block.sites.has(site)) {
        block.open = true;
      }
    }
    requestAnimationFrame(() => {
      const node = document.querySelector('#stage .node[data-site="' + site + '"]');
      if (node) node.scrollIntoView({block: 'center', inline: 'center'});
    });
  }

  const TITLES = {block: 'statements', if: 'if', while: 'while', for: 'for', parfor: 'parfor'};

  function tree(root, data, key) {
    const titles = new Map();
    const collect = block => {
      const own = new Set();
      for (const o of shownOperators(block, key)) own.add(o.site);
      for (const i of block.instructions || []) if (i.site !== undefined) own.add(i.site);
      for (const b of inside(block)) collect(b).forEach(s => own.add(s));
      titles.set(block, own);
      return own;
    };
    [...data.main, ...data.functions.flatMap(f => f.blocks)].forEach(collect);
    const secondsOf = block => [...titles.get(block)].reduce((sum, s) => sum + (M.bySite.has(s) ? M.bySite.get(s).seconds : 0), 0);
    const draw = (block, into, depth) => {
      const operatorsHere = shownOperators(block, key);
      const seconds = secondsOf(block);
      const again = key === 'selected' && M.again[block.site];
      const loop = D.parfor.find(p => block.type === 'parfor' && p.node.endsWith('(line ' + block.line + ')'));
      const ran = M.measured && block.type === 'parfor' ? M.measured.loops.find(l => l.line === block.line) : null;
      const summary = el('summary', null, el('b', null, TITLES[block.type]),
          block.variable ? ' ' + block.variable + (block.from !== undefined ? ' in ' + block.from + ':' + block.to : '') : block.condition ? ' ' + block.condition : '',
          el('span', {class: 'faint'}, (block.line ? '  line ' + block.line : '') + (block.iterations !== undefined ? ', ' + plural(block.iterations, 'iteration') : '')),
          seconds ? el('span', {class: 'tag'}, time(seconds)) : null,
          loop ? el('span', {class: 'tag'}, loop.sequential ? 'in sequence: ' + loop.sequential
              : (ran ? ran.workers : loop.workers) + ' workers, ' + String(loop.mode).toLowerCase() + ', tasks ' + String(loop.tasks).toLowerCase()) : null,
          again ? el('span', {class: 'tag good'}, 'as compiled again in the run') : block.recompile ? el('span', {class: 'tag', title: block.recompile}, 'may be compiled again') : null);
      const node = el('details', {class: 'block' + (M.total && seconds > M.total / 4 ? ' hot' : '')}, summary);
      node.sites = titles.get(block);
      let drawn = false;
      const show = () => {
        if (drawn) return;
        drawn = true;
        if (block.instructions) node.append(instructions(block));
        else if (operatorsHere.length) node.append(dag(operatorsHere, again ? again.variables : block.variables, key));
        for (const b of block.body || block.then || []) draw(b, node, depth + 1);
        if (block.else && block.else.length) {
          node.append(el('div', {class: 'faint'}, 'else'));
          for (const b of block.else) draw(b, node, depth + 1);
        }
        if (selected !== null) select(selected, 'stage');
      };
      node.show = () => { show(); node.open = true; for (const n of node.querySelectorAll(':scope > details')) n.show(); };
      node.addEventListener('toggle', () => { if (node.open) show(); });
      into.append(node);
      // What takes a tenth of the time is open, and so is all of a small plan.
      if (titles.get(block).size && (M.total && seconds > M.total / 10 || M.rows.length <= 30) && depth < 6) {
        show();
        node.open = true;
      }
      return node;
    };
    for (const f of data.functions) {
      root.append(el('h2', null, 'function ' + f.name + '(' + f.parameters.map(p => p.name).join(', ') + ') → ' + f.results.map(p => p.name).join(', ')));
      f.blocks.forEach(block => draw(block, root, 0));
    }
    if (data.functions.length) root.append(el('h2', null, 'main'));
    data.main.forEach(block => draw(block, root, 0));
  }

  const shownOperators = (block, key) => (key === 'selected' ? M.blockOf(block) : block).operators || [];

  function instructions(block) {
    const box = el('div', {class: 'instr'});
    for (const i of block.instructions) {
      const dies = i.dies.slice();
      const inputs = i.inputs.filter(x => x !== null).map(x => {
        const at = dies.indexOf(x);
        if (at >= 0) dies.splice(at, 1);
        return x + (at >= 0 && i.operator !== 'remove' ? '!' : '');
      });
      const r = i.site === undefined ? null : M.bySite.get(i.site);
      box.append(el('div', {class: i.site === undefined ? null : 'has', 'data-site': i.site, onclick: i.site === undefined ? () => {} : () => select(i.site, 'plan')},
          i.outputs.length ? i.outputs.map(x => x === null ? '-' : x).join(', ') + ' = ' : '', el('b', null, i.operator === 'copy' ? '' : i.function ? 'call ' + i.function : i.operator),
          ' ' + inputs.join(' '), i.exec === 'SPARK' ? el('span', {class: 'tag spark'}, 'Spark' + (i.method ? ' ' + i.method : '')) : null,
          r && r.measured && r.seconds >= 1e-4 ? el('span', {class: 'faint'}, '   ' + time(r.seconds)) : null));
    }
    return box;
  }
  listeners.push(site => {
    for (const line of document.querySelectorAll('.instr .has')) line.classList.toggle('on', line.dataset.site === String(site));
  });

  // ---- a DAG: layers from the operands down, few crossings, edges as thick as bytes

  const WIDE = 196, HIGH = 74, SMALL = 40, GAP = 22, LAYER = 40;
  const cut = (text, n) => text.length > n ? text.slice(0, n - 1) + '…' : text;
  const operand = x => x === null ? '' : typeof x === 'number' ? '·' : typeof x.literal === 'string' ? '"' + x.literal + '"' : String(x.literal);

  function dag(operators, variables, key) {
    const nodes = new Map();
    operators.forEach(o => nodes.set(o.id, {o, id: o.id, layer: 0, inputs: [], outputs: [], vars: []}));
    for (const n of nodes.values()) {
      for (const i of n.o.inputs) {
        if (typeof i === 'number' && nodes.has(i) && !n.inputs.includes(nodes.get(i))) {
          n.inputs.push(nodes.get(i));
          nodes.get(i).outputs.push(n);
        }
      }
    }
    for (const [name, value] of Object.entries(variables || {})) {
      if (typeof value === 'number' && nodes.has(value)) nodes.get(value).vars.push(name);
    }
    for (const n of nodes.values()) { // operands stand before operators
      n.layer = n.inputs.reduce((max, i) => Math.max(max, i.layer + 1), 0);
      n.big = isSized(n.o) && n.o.operator !== 'variable' || (M.bySite.get(n.o.site) || {}).total > 1e-3;
      n.w = n.big ? WIDE : Math.max(84, Math.min(WIDE, 24 + 7.3 * cut(n.o.variable || n.o.operator, 22).length));
      n.h = n.big ? HIGH : SMALL;
    }
    for (const n of nodes.values()) { // what has no operands stands right above who needs it
      if (!n.inputs.length && n.outputs.length) n.layer = Math.min(...n.outputs.map(x => x.layer)) - 1;
    }
    const layers = [];
    for (const n of nodes.values()) (layers[n.layer] = layers[n.layer] || []).push(n);
    for (let l = 0; l < layers.length; l++) layers[l] = layers[l] || [];
    place0(layers);
    for (let sweep = 0; sweep < 6; sweep++) {
      const downwards = sweep % 2 === 0;
      for (let i = 0; i < layers.length; i++) {
        const layer = layers[downwards ? i : layers.length - 1 - i];
        for (const n of layer) {
          const near = downwards ? n.inputs : n.outputs;
          n.want = near.length ? near.reduce((s, x) => s + x.x, 0) / near.length : n.x;
        }
        layer.sort((a, b) => a.want - b.want);
        pack(layer);
      }
    }
    let y = 14;
    for (const layer of layers) {
      const h = Math.max(SMALL, ...layer.map(n => n.h));
      layer.forEach(n => { n.y = y + (h - n.h) / 2; });
      y += h + LAYER;
    }
    const all = [...nodes.values()];
    const left = Math.min(...all.map(n => n.x - n.w / 2)) - 14;
    const width = Math.max(...all.map(n => n.x + n.w / 2)) + 14 - left;
    all.forEach(n => { n.x -= left; });
    const drawing = svg('svg', {width, height: y - LAYER + 26, viewBox: '0 0 ' + width + ' ' + (y - LAYER + 26), role: 'group', 'aria-label': 'Operators and what they read'});
    for (const n of all) {
      n.inputs.forEach((i, k) => {
        const from = [i.x, i.y + i.h], to = [n.x + (k - (n.inputs.length - 1) / 2) * Math.min(26, n.w / (n.inputs.length + 1)), n.y];
        const bend = Math.max(18, (to[1] - from[1]) / 2);
        const size = sizeOf(i.o);
        drawing.append(svg('path', {class: 'edge', 'data-from': i.o.site, 'data-to': n.o.site, 'stroke-width': size > 1024 ? Math.min(11, 1 + 1.25 * Math.log10(size / 1024)).toFixed(1) : 1,
            d: 'M' + from + 'C' + [from[0], from[1] + bend, to[0], to[1] - bend, to[0], to[1]]}, svg('title', null, size ? bytes(size) : i.o.type || '')));
      });
    }
    all.forEach(n => drawing.append(draw(n, key)));
    return el('div', {class: 'dag'}, drawing);
  }

  const sizeOf = o => {
    const r = M.bySite.get(o.site);
    return r && r.measured && r.measured.bytes ? r.measured.bytes : o.memory || 0;
  };

  function place0(layers) {
    layers.forEach(layer => {
      let x = 0;
      layer.forEach(n => { n.x = x + n.w / 2; n.want = n.x; x += n.w + GAP; });
      layer.forEach(n => { n.x -= x / 2; n.want = n.x; });
    });
  }

  /** As near to where each wants to be as the others let it. */
  function pack(layer) {
    const groups = [];
    for (const n of layer) {
      let g = {nodes: [n], width: n.w, want: n.want};
      while (groups.length) {
        const last = groups[groups.length - 1];
        if (last.want + last.width / 2 + GAP <= g.want - g.width / 2) break;
        groups.pop();
        const width = last.width + GAP + g.width;
        const wl = last.nodes.length, wg = g.nodes.length;
        const centre = (wl * (last.want + (width - last.width) / 2) + wg * (g.want - (width - g.width) / 2)) / (wl + wg);
        g = {nodes: [...last.nodes, ...g.nodes], width, want: centre};
      }
      groups.push(g);
    }
    for (const g of groups) {
      let x = g.want - g.width / 2;
      for (const n of g.nodes) { n.x = x + n.w / 2; x += n.w + GAP; }
    }
  }

  function draw(n, key) {
    const o = n.o, r = M.bySite.get(o.site), a = r && r.measured, x = n.x - n.w / 2;
    const known = key === 'selected' ? r : null;
    const marked = known ? known.marks : [];
    const reads = o.operator === 'variable';
    const literals = reads ? [] : o.inputs.filter(i => i && typeof i === 'object').map(operand);
    const g = svg('g', {class: 'node' + (reads ? ' read' : '') + (o.exec === 'SPARK' ? ' spark' : '') + (marked.length ? ' bad' : ''), 'data-site': o.site, 'data-id': o.id,
        tabindex: 0, role: 'button', 'aria-label': (o.variable || o.operator) + ' ' + shape(o) + ', line ' + o.line,
        onclick: () => select(o.site, 'plan'),
        onkeydown: e => { if (e.key === 'Enter' || e.key === ' ') { select(o.site, 'plan'); e.preventDefault(); e.stopPropagation(); } }});
    g.append(svg('title', null, (o.variable || o.operator) + (literals.length ? '(' + o.inputs.filter(i => i !== null).map(operand).join(', ') + ')' : '') + '\nline ' + o.line
        + (isSized(o) ? '\n' + exact(o.rows) + ' × ' + exact(o.cols) + ', non-zeros ≤ ' + exact(o.nnz) + '\nresult ' + bytes(o.memory) + ', operation ' + bytes(o.operationMemory) : '')
        + marked.map(m => '\n' + m.text).join('')));
    g.append(svg('rect', {class: 'box', x, y: n.y, width: n.w, height: n.h, rx: reads ? 14 : 6}));
    const text = (dy, content, cls, right) => g.append(svg('text', {x: right ? x + n.w - 9 : x + 10, y: n.y + dy, class: cls, 'text-anchor': right ? 'end' : null}, content));
    const title = o.variable || o.operator;
    text(17, cut(title, n.big ? 24 : 22), 'op');
    if (!n.big) {
      text(32, isSized(o) ? shape(o) : o.value !== undefined ? cut('= ' + o.value, 20) : o.type || (literals.length ? cut(literals.join(' '), Math.floor(n.w / 7)) : ''), 'soft');
    } else {
      const e = isSized(o) ? shape(o) + (o.nnz !== null && o.nnz !== undefined && o.type === 'matrix' ? '  nnz ≤ ' + count(o.nnz) : '') : o.type || '';
      text(32, a && known && a.rows !== undefined ? shape(a) + '  nnz ' + (a.nnz === undefined ? '' : count(a.nnz)) + (o.nnz !== null && o.nnz !== undefined ? ' ≤ ' + count(o.nnz) : '') : e, 'soft');
      const size = a && known && a.bytes !== undefined ? a.bytes : o.memory;
      text(47, isSized(o) ? (a && known && a.form ? a.form + ' ' : '') + bytes(size) + (o.exec === 'SPARK' ? '  Spark' + (o.method ? ' ' + o.method : '') : '') : '', 'soft');
      if (known) text(62, time(known.total) + (known.count > 1 ? '  ' + count(known.count) + '×' : ''), 'soft');
      if (isSized(o) && M.budget && o.operationMemory) {
        const part = Math.min(1, o.operationMemory / M.budget);
        if (part >= 0.001) text(62, digits(100 * o.operationMemory / M.budget) + ' % of budget', 'soft', true);
        g.append(svg('rect', {class: 'rail', x: x + 10, y: n.y + n.h - 7, width: n.w - 20, height: 3, rx: 1.5}),
            svg('rect', {class: 'mem', x: x + 10, y: n.y + n.h - 7, width: Math.max(1, part * (n.w - 20)), height: 3, rx: 1.5}));
      }
      if (known && M.total && known.seconds > M.total / 100) {
        const h = Math.max(4, (n.h - 8) * Math.min(1, known.seconds / Math.max(1e-12, M.rows[0].seconds)));
        g.append(svg('rect', {class: 'heat', x: x + 2, y: n.y + n.h - 4 - h, width: 3.5, height: h, rx: 1.5}));
      }
    }
    marked.forEach((m, k) => {
      const w = 12 + 6 * m.short.length;
      g.append(svg('rect', {class: 'badge', x: x + n.w - w - 4, y: n.y - 9 + 17 * k, width: w, height: 15, rx: 7}),
          svg('text', {class: 'badge', x: x + n.w - w / 2 - 4, y: n.y + 2 + 17 * k, 'text-anchor': 'middle'}, m.short));
    });
    if (n.vars.length) g.append(svg('text', {class: 'var', x: n.x, y: n.y + n.h + 14, 'text-anchor': 'middle'}, cut('= ' + n.vars.join(', '), 28)));
    return g;
  }
  listeners.push((site, from) => {
    let first = null;
    for (const node of document.querySelectorAll('svg .node')) {
      const on = node.dataset.site === String(site);
      node.classList.toggle('on', on);
      if (on) first = first || node;
    }
    for (const edge of document.querySelectorAll('svg .edge')) edge.classList.toggle('on', edge.dataset.from === String(site) || edge.dataset.to === String(site));
    if (first && (from === 'script' || from === 'ranking' || from === 'time')) first.scrollIntoView({block: 'nearest', inline: 'nearest'});
  });

  // ---- what decided

  function firings(root) {
    const counts = Object.entries(D.rewrites).sort((a, b) => b[1] - a[1]);
    if (!counts.length) {
      root.append(el('p', {class: 'note'}, 'No rewrite has fired.'));
      return;
    }
    root.append(el('div', {class: 'row'}, counts.map(([rule, n]) => el('span', {class: 'tag'}, rule + ' ' + n))));
    if (!D.firings.length) {
      root.append(el('p', {class: 'note'}, 'Only numbers were kept of the rewrites.'));
    } else {
      const total = counts.reduce((s, [, n]) => s + n, 0);
      const rows = D.firings.map(f => el('tr', {class: 'pick', onclick: () => goTo(f)}, el('td', {class: 'num'}, String(f.line)), el('td', null, f.rule),
          el('td', {class: 'wrap'}, f.before), el('td', {class: 'wrap'}, f.after)));
      const box = el('details', {class: 'block', open: D.firings.length <= 12},
          el('summary', null, el('b', null, 'each rewrite'), el('span', {class: 'faint'}, '  ' + D.firings.length + (total > D.firings.length ? ' of ' + total : ''))),
          el('table', {id: 'firings'}, el('thead', null, el('tr', null, ['line', 'rule', 'before', 'after'].map(h => el('th', null, h)))), el('tbody', null, rows)));
      root.append(box);
    }
  }

  /** Marks a place that is not that of an operator. */
  function goTo(p) {
    for (const l of document.querySelectorAll('.code .l.on')) l.classList.remove('on');
    const main = D.sources[0].name;
    const spots = [p, ...(p.calls || [])];
    for (const spot of spots) {
      for (const l of document.querySelectorAll('.code .l')) {
        if (l.dataset.source === spot.source && l.dataset.line === String(spot.line)) {
          l.classList.add('on');
          if (spot.source === main || spots.length === 1) l.scrollIntoView({block: 'nearest'});
        }
      }
    }
  }

  function fusion(root) {
    if (!D.fusion.length) {
      root.append(el('p', {class: 'note'}, 'Operators as they run. Nothing could be fused.'));
      return;
    }
    const rows = [];
    for (const d of D.fusion) {
      const label = n => { const g = d.groups.find(x => x.hop === n); return g ? g.operator : '#' + n; };
      for (const c of d.costs) {
        const best = Math.min(c.chosen, c.fusedMost, c.commonMaterialized, c.unfused);
        const cell = v => el('td', {class: 'num'}, v <= best * 1.0001 ? el('b', null, time(v)) : time(v));
        rows.push(el('tr', {class: 'pick', onclick: () => goTo(d)}, el('td', {class: 'num'}, String(d.line)), el('td', {class: 'wrap'}, cut(c.hops.map(label).join(' '), 80)),
            el('td', {class: 'num'}, String(c.choices)), cell(c.chosen), cell(c.fusedMost), cell(c.commonMaterialized), cell(c.unfused)));
      }
    }
    const fused = D.fusion.flatMap(d => d.fused.map(text => el('tr', null, el('td', {class: 'num'}, String(d.line)), el('td', {class: 'wrap'}, text.replace(/^fused [\d ]+: /, '')))));
    root.append(el('details', {class: 'block', open: rows.length <= 8}, el('summary', null, el('b', null, 'fusion'), el('span', {class: 'faint'},
        '  ' + plural(fused.length, 'fused operator') + ' out of ' + plural(rows.length, 'group') + ' of operators that could be')),
        el('p', {class: 'note'}, 'Estimated time of each group: as chosen, fused as far as possible, with values that several operators read materialized, and not fused at all.'),
        el('table', {id: 'fusion'}, el('thead', null, el('tr', null, ['line', 'operators', 'choices', 'chosen', 'all fused', 'common kept', 'unfused'].map((h, i) => el('th', {class: i > 1 ? 'num' : null}, h)))),
            el('tbody', null, rows)),
        fused.length ? el('table', null, el('thead', null, el('tr', null, ['line', 'fused operator: a, b, … are what it reads'].map(h => el('th', null, h)))), el('tbody', null, fused)) : null));
  }

  function recompilations(root) {
    const again = M.measured ? M.measured.recompilations : [];
    if (!D.points.length && !again.length) {
      root.append(el('p', {class: 'note'}, 'All sizes are known: nothing has to be compiled again.'));
      return;
    }
    if (again.length) {
      root.append(el('h2', null, 'In this run'));
      if (M.measured.recompiled > again.length) root.append(el('p', {class: 'note'}, 'The first ' + again.length + ' of ' + M.measured.recompiled + '.'));
      root.append(el('table', {id: 'again'}, el('thead', null, el('tr', null, ['at', 'took', 'where', 'why', 'what was found'].map(h => el('th', null, h)))), el('tbody', null,
          again.map(r => el('tr', {class: 'pick', onclick: () => goTo(r)}, el('td', {class: 'num'}, time(r.at)), el('td', {class: 'num'}, time(r.seconds)),
              el('td', null, r.source === D.sources[0].name ? 'line ' + r.line : r.source + ':' + r.line), el('td', {class: 'wrap'}, r.reason), el('td', {class: 'wrap'}, r.found))))));
    }
    root.append(el('h2', null, 'Where that may happen'));
    root.append(el('table', null, el('thead', null, el('tr', null, ['line', 'why'].map(h => el('th', null, h)))), el('tbody', null,
        D.points.map(p => el('tr', null, el('td', {class: 'num'}, String(p.line)), el('td', {class: 'wrap'}, p.reason))))));
    for (const [site, block] of Object.entries(M.again)) {
      const p = D.places[site];
      root.append(el('h2', null, (p ? p.source.replace(/^.*\//, '') + ', line ' + p.line : '') + ': operators of the last compilation'), dag(block.operators, block.variables, 'selected'));
    }
  }

  // ---- time

  const HUES = [212, 28, 168, 340, 262, 48, 190, 8, 130, 300];
  function timeline(root) {
    const m = M.measured;
    if (!m) {
      root.append(el('p', {class: 'note'}, 'Nothing was measured. Run the script with --html to see when operators ran, and how much memory was in use.'));
      return;
    }
    const all = Math.max(1, m.seconds * 1e6, ...m.bars.map(b => b[2] + b[3]));
    const colors = new Map();
    M.rows.slice(0, HUES.length).forEach((r, i) => colors.set(r.site, 'hsl(' + HUES[i] + ' 62% 55%)'));
    const color = site => colors.get(site) || 'hsl(215 10% 62%)';
    let zoom = 1;
    const zoomer = el('input', {type: 'range', min: 0, max: 6, step: 0.25, value: 0, 'aria-label': 'Zoom', oninput: () => { zoom = 2 ** Number(zoomer.value); drawAll(); }});
    zoomer.style.width = '180px';
    root.append(el('div', {class: 'row'}, el('label', null, 'zoom '), zoomer, el('span', {class: 'faint'}, m.bars.length >= 1000 ? 'the longest 1000 stretches of time are shown' : '')));
    const box = el('div', {class: 'chart', id: 'timeline'});
    root.append(box);
    function drawAll() {
      const at = box.scrollLeft + box.clientWidth / 2, before = box.scrollWidth || 1;
      const label = 92, visible = Math.max(560, ($('panels').clientWidth || 800) - 60) - label - 12;
      const width = visible * zoom;
      const px = us => label + us / all * width;
      const curve = m.memory.bytes, top = Math.max(m.pool.peak, ...curve, 1);
      const limit = m.pool.budget <= 1.6 * top;
      const scale = limit ? m.pool.budget * 1.08 : top * 1.12;
      const order = m.lanes.map((name, i) => i).sort((a, b) => a && b ? m.lanes[a].localeCompare(m.lanes[b], 'en', {numeric: true}) : a - b);
      const rank = order.reduce((ranks, lane, i) => { ranks[lane] = i; return ranks; }, []);
      const H = 110, LANE = 30, laneY = i => H + 44 + rank[i] * (LANE + 6);
      const height = H + 44 + m.lanes.length * (LANE + 6) + 24;
      const s = svg('svg', {width: label + width + 12, height, viewBox: '0 0 ' + (label + width + 12) + ' ' + height, role: 'img', 'aria-label': 'Memory and operators over time'});
      const my = b => 20 + H - b / scale * H;
      let path = 'M' + px(0) + ',' + my(0);
      curve.forEach((b, i) => {
        const end = i === curve.length - 1 ? all : Math.min(all, (i + 1) * m.memory.step);
        path += 'L' + px(Math.min(all, i * m.memory.step)).toFixed(1) + ',' + my(b).toFixed(1) + 'L' + px(end).toFixed(1) + ',' + my(b).toFixed(1);
      });
      s.append(svg('text', {x: 8, y: 16, class: 'op'}, 'memory'), svg('text', {x: 8, y: 32, class: 'soft'}, 'at most'), svg('text', {x: 8, y: 46, class: 'soft'}, bytes(top)),
          svg('text', {x: label, y: 14, class: 'soft'}, 'matrices and what running operations have reserved; the budget is ' + bytes(m.pool.budget)
              + (limit ? '' : ', of which this is ' + (top < m.pool.budget / 1000 ? 'less than 0.1 %' : digits(100 * top / m.pool.budget) + ' %'))
              + (m.pool.evictions ? '; ' + plural(m.pool.evictions, 'matrix').replace(/xs$/, 'ces') + ' went to disk' : '')));
      s.append(svg('path', {class: 'area', d: path + 'L' + px(all) + ',' + my(0) + 'Z'}, svg('title', null, 'at most ' + bytes(top))));
      if (limit) s.append(svg('line', {class: 'limit', x1: label, x2: label + width, y1: my(m.pool.budget), y2: my(m.pool.budget)}));
      const step = nice(all / (8 * zoom));
      for (let t = 0; t <= all; t += step) {
        s.append(svg('line', {class: 'axis', x1: px(t), x2: px(t), y1: H + 20, y2: height - 20}), svg('text', {class: 'soft', x: px(t) + 3, y: height - 8}, time(t / 1e6)));
      }
      m.lanes.forEach((name, i) => s.append(svg('rect', {class: 'lane', x: label, y: laneY(i), width, height: LANE}), svg('text', {x: 8, y: laneY(i) + 19}, cut(name, 13))));
      for (const [lane, site, from, length] of m.bars) {
        const r = M.bySite.get(site);
        if (length / all * width < 0.15) continue;
        const bar = svg('rect', {class: 'run', x: px(from).toFixed(2), y: laneY(lane) + 4, width: Math.max(0.6, length / all * width).toFixed(2), height: LANE - 8, 'data-site': site,
            onclick: () => select(site, 'time')}, svg('title', null, (r ? label2(r) : '') + '\n' + time(length / 1e6) + ' from ' + time(from / 1e6)));
        bar.style.fill = color(site);
        s.append(bar);
      }
      for (const loop of m.loops) {
        for (const [lane, iterations, from, length] of loop.bars) {
          s.append(svg('rect', {class: 'task', x: px(from), y: laneY(lane) + 1, width: Math.max(1, length / all * width), height: LANE - 2, rx: 3},
              svg('title', null, loop.title + ': task of ' + plural(iterations, 'iteration') + ', ' + time(length / 1e6))));
        }
      }
      box.replaceChildren(s);
      box.scrollLeft = at / before * box.scrollWidth - box.clientWidth / 2;
      if (selected !== null) select(selected, 'draw');
    }
    const label2 = r => cut(r.label, 90) + '  ' + M.where(r.site);
    drawAll();
    root.append(el('div', {class: 'legend'}, M.rows.slice(0, HUES.length).filter(r => r.seconds > M.total / 500).map(r => {
      const swatch = el('i');
      swatch.style.background = color(r.site);
      return el('span', null, swatch, el('span', {class: 'mono'}, cut(r.label, 44)), r.line === null ? '' : ' line ' + r.line);
    })));
    if (m.loops.length) {
      root.append(el('h2', null, 'parfor loops run by workers'), el('table', null, el('thead', null, el('tr', null,
          ['loop', 'executions', 'workers', 'tasks', 'iterations', 'merge'].map((h, i) => el('th', {class: i ? 'num' : null}, h)))), el('tbody', null,
          m.loops.map(l => el('tr', {class: 'pick', onclick: () => goTo(l)}, el('td', null, l.title), [l.executions, l.workers, l.tasks, l.iterations].map(v => el('td', {class: 'num'}, exact(v))),
              el('td', {class: 'num'}, time(l.mergeSeconds)))))));
    }
    listeners.push(site => {
      for (const bar of document.querySelectorAll('svg .run')) bar.classList.toggle('on', bar.dataset.site === String(site));
    });
  }

  function nice(x) {
    const p = 10 ** Math.floor(Math.log10(x));
    return [1, 2, 5, 10].map(f => f * p).find(v => v >= x);
  }

  // ---- what if

  let other = null; // the plan to compare with, and its name
  function whatIf(root) {
    const dims = new Map();
    D.inputs.forEach(input => ['rows', 'cols'].forEach(side => {
      const value = input[side];
      const key = value === null ? input.name + '.' + side : value > 1 ? 'n' + value : null;
      if (key) {
        if (!dims.has(key)) dims.set(key, {value: value === null ? 1000 : value, unknown: value === null, of: []});
        dims.get(key).of.push({input, side});
      }
    }));
    if (!D.served) {
      root.append(el('p', {class: 'note', id: 'unserved'}, 'Sliders plan the script again for other sizes, memory or clusters, in some milliseconds, without data. That needs Linden itself: '
          + 'show this page with “linden explain --browse script.dml”. In a saved page they stay where they are.'));
    } else {
      root.append(el('p', {class: 'note'}, 'The script is planned again as you move: no data is read, nothing runs. Dimensions that are equal now move together.'));
    }
    const grid = el('div', {class: 'sliders'});
    const controls = [];
    const add = (id, name, small, min, max, start, show, off) => {
      const output = el('output', {for: id}, show(start));
      const input = el('input', {type: 'range', id, min, max, step: 'any', value: start, disabled: !D.served, oninput: () => {
        control.moved = true;
        output.textContent = show(Number(input.value));
        ask();
      }});
      const reset = el('button', {title: 'Back', 'aria-label': 'Back to what it is', disabled: !D.served, onclick: () => {
        control.moved = false;
        input.value = start;
        output.textContent = show(start);
        ask();
      }}, '↺');
      const control = {id, input, moved: false, value: () => Number(input.value)};
      grid.append(el('label', {for: id}, name, small ? el('small', null, small) : null), input, output, reset);
      controls.push(control);
      return control;
    };
    const power = x => { const v = 10 ** x; return v < 1000 ? Math.round(v) : Number(v.toPrecision(2)); };
    for (const [key, dim] of dims) {
      const kinds = [...new Set(dim.of.map(o => o.side))].map(side => (side === 'rows' ? 'rows of ' : 'columns of ') + dim.of.filter(o => o.side === side).map(o => o.input.name).join(', '));
      const start = Math.log10(dim.value);
      dim.control = add('dim-' + key.replace(/[^\w.-]/g, '_'), kinds.join(', '), dim.unknown ? 'not known' : null, 0, Math.max(9, start),
          start, x => Math.abs(x - start) < 1e-9 ? exact(dim.value) : exact(power(x)));
      dim.now = () => dim.control.moved ? power(dim.control.value()) : dim.value;
    }
    const sparsities = D.inputs.filter(i => i.rows !== 1 || i.cols !== 1).map(input => {
      const share = input.nnz !== null && input.rows !== null && input.cols !== null ? Math.min(1, input.nnz / (input.rows * input.cols)) : null;
      const start = Math.log10(share === null ? 1 : Math.max(1e-6, share));
      const control = add('nnz-' + input.name, 'non-zeros of ' + input.name, share === null ? 'not known' : null, -6, 0, start, x => digits(100 * 10 ** x) + ' %');
      return {input, share, control};
    });
    const heap = (M.data.machine.localBudget || 2 ** 33) / 0.7;
    const memory = add('memory', 'memory', 'heap of this machine', Math.log2(Math.min(heap, 2 ** 28)), Math.log2(Math.max(heap, 2 ** 40)), Math.log2(heap), x => bytes(2 ** x));
    const c = D.machine.cluster || {executors: 6, cores: 8, executorMemory: 32 * 2 ** 30};
    const clustered = el('input', {type: 'checkbox', id: 'cluster', disabled: !D.served, checked: Boolean(D.machine.cluster), onchange: () => ask()});
    grid.append(el('label', {for: 'cluster'}, 'a cluster', el('small', null, 'for what does not fit here')), clustered, el('span'), el('span'));
    const executors = add('executors', 'executors', null, 0, 3, Math.log10(c.executors), x => exact(Math.round(10 ** x)));
    const cores = add('cores', 'cores of each', null, 1, 128, c.cores, x => exact(Math.round(x)));
    const executorMemory = add('executorMemory', 'memory of each', null, 30, 40, Math.log2(c.executorMemory), x => bytes(2 ** x));
    const answer = el('div', {id: 'answer', 'aria-live': 'polite'});
    root.append(grid, answer);

    function query() {
      const q = new URLSearchParams();
      for (const input of D.inputs) {
        const of = side => [...dims.values()].find(d => d.of.some(o => o.input === input && o.side === side));
        const rows = of('rows'), cols = of('cols');
        const s = sparsities.find(x => x.input === input);
        if (rows && rows.control.moved || cols && cols.control.moved || s && s.control.moved) {
          const share = s ? s.control.moved ? 10 ** s.control.value() : s.share : null;
          q.set('size.' + input.name, (rows ? rows.now() : input.rows) + 'x' + (cols ? cols.now() : input.cols) + (share === null ? '' : ',' + share.toPrecision(6)));
        }
      }
      if (memory.moved) q.set('memory', String(Math.round(2 ** memory.value())));
      if (clustered.checked && (!D.machine.cluster || [executors, cores, executorMemory].some(x => x.moved))) {
        q.set('executors', String(Math.round(10 ** executors.value())));
        q.set('cores', String(Math.round(cores.value())));
        q.set('executorMemory', String(Math.round(2 ** executorMemory.value())));
      }
      return q;
    }

    let running = false, again = false;
    async function ask() {
      if (running) {
        again = true;
        return;
      }
      running = true;
      do {
        again = false;
        try {
          const response = await fetch('plan.json?' + query());
          show(await response.json());
        } catch (e) {
          show({error: 'no answer: Linden has ended, or shows another plan (' + e.message + ')'});
        }
      } while (again);
      running = false;
    }

    function show(result) {
      clear(answer);
      if (result.error) {
        answer.append(el('pre', {class: 'error'}, result.error));
        return;
      }
      const b = model(result.plan);
      other = {name: 'what if', model: b};
      const spark = x => x.rows.filter(r => r.exec === 'SPARK').length;
      const base = model(Object.assign({}, D, {measured: null}));
      const largest = x => x.rows.reduce((max, r) => Math.max(max, r.operation || 0), 0);
      const card = (name, value, before) => el('div', null, el('small', null, name), el('b', null, value), el('small', null, 'now ' + before));
      answer.append(el('div', {class: 'cards'}, card('operators on Spark', String(spark(b)), String(spark(base))), card('largest operation', bytes(largest(b)), bytes(largest(base))),
          card('estimated time', time(b.total), time(base.total)), card('local budget', bytes(b.budget), bytes(D.machine.localBudget)),
          el('div', null, el('small', null, 'planned in'), el('b', {id: 'planned'}, time(result.seconds)), el('small', null, plural(b.rows.length, 'operator')))));
      const changed = el('table', null, el('thead', null, el('tr', null, ['operator', 'line', 'shape', 'operation', 'runs'].map(h => el('th', null, h)))), el('tbody', null,
          b.rows.filter(r => r.operation).slice(0, 12).map(r => el('tr', null, el('td', {class: 'op', title: r.label}, r.label), el('td', null, b.where(r.site).replace(/^line /, '')), el('td', null, shape(r.estimate)),
              el('td', {class: 'num'}, bytes(r.operation)), el('td', null, r.exec === 'SPARK' ? el('span', {class: 'tag spark'}, 'Spark' + (r.method ? ' ' + r.method : '')) : 'here')))));
      answer.append(el('h2', null, 'Heaviest operators then'), changed, el('p', null, el('button', {onclick: () => { open('compare'); compareWith('what if'); }}, 'Compare the plans')));
    }
  }

  // ---- compare

  let compareWith = () => {};
  function lines(m, key) {
    const all = [];
    const data = m.data.stages[key];
    const text = (o, operators) => {
      const argument = i => {
        if (typeof i !== 'number') return operand(i);
        const x = operators.find(p => p.id === i);
        return x ? x.variable || x.operator : '·';
      };
      const arguments_ = o.inputs.filter(i => i !== null).map(argument).join(', ');
      return {text: (o.variable || o.operator) + '(' + arguments_ + ')', facts: isSized(o) ? shape(o) + ' nnz≤' + count(o.nnz) + ' ' + bytes(o.memory) : '', spark: o.exec === 'SPARK' ? 'Spark' + (o.method ? ' ' + o.method : '') : ''};
    };
    const visit = (list, depth) => {
      for (const block of list) {
        const pad = '  '.repeat(depth);
        all.push({text: pad + TITLES[block.type] + (block.variable ? ' ' + block.variable : '') + ' (line ' + block.line + ')', facts: '', head: true});
        for (const o of block.operators || []) {
          if (o.operator === 'variable') continue;
          const t = text(o, block.operators);
          all.push({text: pad + '  ' + t.text, facts: t.facts, spark: t.spark});
        }
        visit(block.body || block.then || [], depth + 1);
        if (block.else && block.else.length) {
          all.push({text: pad + 'else', facts: '', head: true});
          visit(block.else, depth + 1);
        }
      }
    };
    data.functions.forEach(f => { all.push({text: 'function ' + f.name, facts: '', head: true}); visit(f.blocks, 1); });
    visit(data.main, 0);
    return all;
  }

  /** Longest common subsequence of lines by their text; what differs in facts only is a change. */
  function diff(a, b) {
    let start = 0, endA = a.length, endB = b.length;
    while (start < endA && start < endB && a[start].text === b[start].text) start++;
    while (endA > start && endB > start && a[endA - 1].text === b[endB - 1].text) { endA--; endB--; }
    const n = endA - start, k = endB - start, width = k + 1;
    const pairs = [];
    for (let i = 0; i < start; i++) pairs.push([a[i], b[i]]);
    if (n * k <= 9e6) {
      const best = new Int32Array((n + 1) * width);
      for (let i = n - 1; i >= 0; i--) {
        for (let j = k - 1; j >= 0; j--) {
          best[i * width + j] = a[start + i].text === b[start + j].text ? best[(i + 1) * width + j + 1] + 1 : Math.max(best[(i + 1) * width + j], best[i * width + j + 1]);
        }
      }
      let i = 0, j = 0;
      while (i < n || j < k) {
        if (i < n && j < k && a[start + i].text === b[start + j].text) pairs.push([a[start + i++], b[start + j++]]);
        else if (i < n && (j === k || best[(i + 1) * width + j] >= best[i * width + j + 1])) pairs.push([a[start + i++], null]);
        else pairs.push([null, b[start + j++]]);
      }
    } else {
      for (let i = start; i < endA; i++) pairs.push([a[i], null]);
      for (let j = start; j < endB; j++) pairs.push([null, b[j]]);
    }
    for (let i = 0; i < a.length - endA; i++) pairs.push([a[endA + i], b[endB + i]]);
    return sideBySide(pairs);
  }

  /** What has gone stands beside what has come in its place. */
  function sideBySide(pairs) {
    const rows = [];
    let gone = [], come = [];
    const flush = () => {
      for (let i = 0; i < Math.max(gone.length, come.length); i++) rows.push([gone[i] || null, come[i] || null, true]);
      gone = [];
      come = [];
    };
    for (const [x, y] of pairs) {
      if (x && y) {
        flush();
        rows.push([x, y, x.facts !== y.facts || x.spark !== y.spark]);
      } else if (x) gone.push(x);
      else come.push(y);
    }
    flush();
    return rows;
  }

  function compare(root) {
    const from = el('select', {'aria-label': 'Left', onchange: () => draw()}), to = el('select', {id: 'right-plan', 'aria-label': 'Right', onchange: () => draw()});
    const file = el('input', {type: 'file', accept: '.html,text/html', id: 'other', 'aria-label': 'Another plan page', onchange: () => read(file.files[0])});
    const onlyChanges = el('input', {type: 'checkbox', id: 'only', checked: true, onchange: () => draw()});
    const info = el('span', {class: 'faint'});
    const box = el('div', {class: 'diff', id: 'diff'});
    const plans = () => [
      ...STAGES.slice(0, 3).map(s => ({name: 'this plan: ' + s.name.toLowerCase(), model: M, key: s.key})),
      ...(other ? STAGES.slice(0, 3).map(s => ({name: other.name + ': ' + s.name.toLowerCase(), model: other.model, key: s.key})) : []),
    ];
    root.append(el('div', {class: 'row'}, from, '→', to, el('label', null, 'another page: ', file), el('label', null, onlyChanges, ' changes only'), info), box);
    function options(choose) {
      const keep = [from.value, to.value];
      for (const s of [from, to]) clear(s).append(...plans().map((p, i) => el('option', {value: i}, p.name)));
      from.value = keep[0] && !choose ? keep[0] : other ? 2 : 0;
      to.value = keep[1] && !choose ? keep[1] : other ? 5 : 2;
      draw();
    }
    function draw() {
      const a = plans()[from.value], b = plans()[to.value];
      const pairs = diff(lines(a.model, a.key), lines(b.model, b.key));
      clear(box);
      let changes = 0, skipped = 0;
      const skip = () => {
        if (skipped) box.append(el('div', {class: 'skip'}, '… ' + plural(skipped, 'line') + ' the same'), el('div', {class: 'skip'}, ''));
        skipped = 0;
      };
      const cell = (line, kind) => el('div', {class: [line && line.head ? 'head' : '', kind].join(' ').trim(), title: line ? line.text.trim() + '   ' + line.facts : null},
          line ? cut(line.text, 90) + ' ' : '', line && line.spark ? el('span', {class: 'tag spark'}, line.spark) : null, line && line.facts ? el('span', {class: 'faint'}, '   ' + line.facts) : null);
      for (const [x, y, differs] of pairs) {
        const same = !differs;
        changes += same ? 0 : 1;
        if (same && onlyChanges.checked && !x.head) {
          skipped++;
          continue;
        }
        skip();
        box.append(cell(x, same ? '' : x ? 'del' : 'none'), cell(y, same ? '' : y ? 'add' : 'none'));
      }
      skip();
      info.textContent = changes ? plural(changes, 'line') + ' differ' + (changes === 1 ? 's' : '') : 'the same';
    }
    async function read(chosen) {
      if (!chosen) return;
      const text = await chosen.text();
      const parsed = new DOMParser().parseFromString(text, 'text/html').getElementById('data');
      try {
        other = {name: chosen.name, model: model(JSON.parse(parsed.textContent))};
        options(true);
      } catch (e) {
        info.textContent = chosen.name + ' is not a plan page';
      }
    }
    compareWith = () => options(true);
    options(true);
  }

  // ---- keys, theme, print

  const KEYS = [['1 – 5', 'views'], ['j, k or ↓, ↑', 'next and previous operator of the list'], ['Enter', 'show the chosen operator in the plan'], ['/', 'filter'], ['t', 'light or dark'], ['Esc', 'choose nothing'], ['?', 'this list']];
  function help() {
    const dialog = clear($('keys'));
    dialog.append(el('h2', null, 'Keys'), el('dl', null, KEYS.map(([k, v]) => [el('dt', null, k), el('dd', null, v)])), el('p', {class: 'right'}, el('button', {onclick: () => dialog.close()}, 'Close')));
    dialog.showModal();
  }
  function theme(dark) {
    document.documentElement.dataset.theme = dark ? 'dark' : 'light';
  }
  const prefersDark = matchMedia('(prefers-color-scheme: dark)');
  theme(prefersDark.matches);
  prefersDark.addEventListener('change', e => theme(e.matches));
  const toggle = () => theme(document.documentElement.dataset.theme !== 'dark');
  $('theme').addEventListener('click', toggle);
  $('print').addEventListener('click', () => print());
  $('help').addEventListener('click', help);
  addEventListener('beforeprint', () => {
    panels.forEach(build);
    document.querySelectorAll('details.block').forEach(d => d.show ? d.show() : d.open = true);
  });
  addEventListener('keydown', event => {
    const typing = /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName) && event.target.type !== 'range' && event.target.type !== 'checkbox';
    if (event.key === 'Escape' && !$('keys').open) {
      event.target.blur();
      select(null, 'key');
      return;
    }
    if (typing || event.ctrlKey || event.metaKey || event.altKey || $('keys').open) return;
    const number = Number(event.key);
    if (number >= 1 && number <= panels.length) {
      open(panels[number - 1].key);
    } else if (event.key === '/') {
      open('operators');
      $('filter').focus();
    } else if (event.key === 't') {
      toggle();
    } else if (event.key === '?') {
      help();
    } else if (/^(j|k|ArrowDown|ArrowUp)$/.test(event.key) && event.target.type !== 'range') {
      const now = shownRows.findIndex(r => r.site === selected);
      const next = event.key === 'j' || event.key === 'ArrowDown' ? now + 1 : Math.max(0, now - 1);
      if (shownRows[next]) select(shownRows[next].site, 'key');
    } else if (event.key === 'Enter' && selected !== null && !/^(BUTTON|SUMMARY|A)$/.test(event.target.tagName)) {
      showInPlan(selected);
    } else {
      return;
    }
    event.preventDefault();
  });

  // ---- begin

  head();
  script();
  detail();
  panel('operators', 'Operators', operators);
  panel('plan', 'Plan', plan);
  panel('time', 'Timeline', timeline);
  panel('whatif', 'What if', whatIf, true);
  panel('compare', 'Compare', compare, true);
  open('operators');
  if (M.rows.length && M.rows[0].seconds > 0) select(M.rows[0].site, 'ranking');
})();
