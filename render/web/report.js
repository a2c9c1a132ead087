// The index of a report: its table sorts by a click on a head, and shows the rows that hold a text.

// Where rows stood at first, in the order of their paths: by bytes, numbers by value.
const places = new Map();

function valueOf(row, column) {
  const cell = row.cells[column];
  const value = cell.getAttribute('data-value');
  return value === null ? cell.textContent.trim() : value;
}

// The first click sorts numbers from the largest on, names from the first; the next turns around.
function sortBy(table, head) {
  const column = head.cellIndex;
  const numbers = head.getAttribute('data-sort') === 'number';
  const before = head.getAttribute('aria-sort');
  const falling = before === null ? numbers : before === 'ascending';
  const body = table.tBodies[0];
  const rows = [...body.rows].map((row, place) => ({ row, place,
    value: numbers ? valueOf(row, column) : places.get(row) }));
  for (const other of head.parentNode.cells)
    other.removeAttribute('aria-sort');
  head.setAttribute('aria-sort', falling ? 'descending' : 'ascending');
  rows.sort((a, b) => {
    const order = a.value - b.value;
    return (falling ? -order : order) || a.place - b.place;
  });
  for (const { row } of rows)
    body.append(row);
}

function addButtons(table) {
  for (const head of table.tHead.rows[0].cells) {
    if (!head.hasAttribute('data-sort'))
      continue;
    const button = document.createElement('button');
    button.textContent = head.textContent;
    button.type = 'button';
    button.addEventListener('click', () => sortBy(table, head));
    head.replaceChildren(button);
  }
}

function addFilter(table) {
  const input = document.createElement('input');
  const texts = [...table.tBodies[0].rows].map((row) => ({ row,
    text: row.textContent.toLowerCase() }));
  input.type = 'search';
  input.className = 'filter';
  input.placeholder = 'path or function';
  input.setAttribute('aria-label', 'show ' + table.id + ' with');
  input.addEventListener('input', () => {
    const wanted = input.value.trim().toLowerCase();
    for (const { row, text } of texts)
      row.hidden = !text.includes(wanted);
  });
  table.before(input);
}

/** @type {NodeListOf<HTMLTableElement>} */
const tables = document.querySelectorAll('.profiles');
for (const table of tables) {
  for (const row of table.tBodies[0].rows)
    places.set(row, row.rowIndex);
  addFilter(table);
  addButtons(table);
}
