import { asserts } from './find-proofs.mjs'

const twice = (all) => [...new Set(all.filter((each, index) => all.indexOf(each) !== index))]

function literalFaults(asserted, tests) {
  if (tests.length > 0 && asserted.length === 0) return ['says nothing that its proof asserts']
  return [
    ...asserted
      .filter((span) => !tests.some((test) => asserts(test, span)))
      .map((span) => `no proof of it asserts "${span}"`),
    ...tests
      .filter((test) => !asserted.some((span) => asserts(test, span)))
      .map(({ id }) => `[${id}] asserts nothing of it`),
  ]
}

function rowFaults({ kind, operations, asserted, proofs, reason }, { tests, operationNames }) {
  const named = proofs.flatMap((id) => tests.filter((test) => test.id === id))
  const unknown = operations
    .filter((name) => !operationNames.has(name))
    .map((name) => `the contract has no operation ${name}`)
  if (kind === 'open') {
    if (reason === '' || proofs.length !== 1)
      return ['says neither why it is not proven nor which test will prove it']
    return named.length > 0 ? [`[${proofs[0]}] is there: the row belongs into its section`] : []
  }
  const missing = proofs
    .filter((id) => !tests.some((test) => test.id === id))
    .map((id) => `there is no test [${id}]`)
  if (kind === 'decided')
    return [
      ...(reason === '' ? ['gives no reason'] : []),
      ...missing,
      ...literalFaults(asserted, named),
    ]
  return [
    ...(proofs.length === 0 ? ['names no proof'] : []),
    ...unknown,
    ...missing,
    ...literalFaults(asserted, named),
  ]
}

export function compareWithTests(rows, tests, operationNames) {
  const named = new Set(rows.flatMap(({ proofs }) => proofs))
  return [
    ...rows.flatMap((row) =>
      rowFaults(row, { tests, operationNames }).map(
        (fault) => `${row.number} (line ${row.line}): ${fault}`,
      ),
    ),
    ...twice(rows.map(({ number }) => number)).map((number) => `${number} is there twice`),
    ...twice(tests.map(({ id }) => id)).map((id) => `[${id}] stands at two tests`),
    ...tests
      .filter(({ id }) => !named.has(id))
      .map(({ id, file, line }) => `${file}:${line} bears [${id}], which no row names`),
  ]
}

/** Slow proofs may be missing from `ran`. */
export const compareWithRun = (rows, ran, slow) =>
  rows
    .filter(({ kind }) => kind !== 'open')
    .flatMap(({ number, line, proofs }) =>
      proofs
        .filter((id) => ran.get(id) !== true && !slow.has(id))
        .map(
          (id) =>
            `${number} (line ${line}): its proof [${id}] ${ran.has(id) ? 'failed' : 'did not run'}`,
        ),
    )
