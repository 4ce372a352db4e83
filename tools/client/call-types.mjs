// openapi-typescript needs an earlier compiler.

const PREFIX = '/api/platform'
const WIDTH = 140

export function callTypes(document) {
  const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, operation]) => operation.security.some((each) => 'apiKey' in each))
      .map(([method, operation]) =>
        entryOf(`${method.toUpperCase()} ${path.slice(PREFIX.length)}`, operation),
      ),
  )
  return `// Written by \`npm run openapi\` from the contract.\n\n/** Each call by method and path, below \`${PREFIX}\`. */\nexport interface Calls {\n${calls.join('')}}\n`
}

function entryOf(name, operation) {
  const body = operation.requestBody?.content['application/json'].schema
  const lines = [
    ...group('params', parametersIn(operation, 'path')),
    ...group('query', parametersIn(operation, 'query')),
    ...(body ? [`body: ${typeOf(body, 2)}`] : []),
    ...(parametersIn(operation, 'header').some((each) => each.name === 'idempotency-key')
      ? [
          '/** 1 to 200 visible characters. A call with this key takes effect once in 24 hours. */',
          'idempotencyKey?: string | undefined',
        ]
      : []),
    `answer: ${answerOf(operation)}`,
  ]
  const summary = `/** ${operation.summary} Requires the scope \`${operation['x-scope']}\`. */`
  return `  ${summary}\n  '${name}': {\n${lines.map((line) => `    ${line}\n`).join('')}  }\n`
}

const parametersIn = ({ parameters }, place) => parameters.filter((each) => each.in === place)

function group(name, parameters) {
  if (parameters.length === 0) return []
  const isOptional = parameters.every(({ required }) => !required)
  const fields = parameters.map((each) => field(each.name, each.required, ofParameter(each.schema)))
  return [`${name}${isOptional ? '?' : ''}: { ${fields.join('; ')} }`]
}

const ofParameter = (schema) => (schema.pattern?.includes('\\d') ? 'number' : typeOf(schema, 0))

function answerOf({ responses }) {
  const {
    payload,
    status: _,
    code: __,
    ...beside
  } = responses[200].content['application/json'].schema.properties
  return typeOf(
    { type: 'object', properties: { payload: payload.anyOf[0], ...beside }, required: ['payload'] },
    2,
  )
}

const NAMED = {
  string: 'string',
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
  null: 'null',
}

function typeOf(schema, depth) {
  if (schema.anyOf) return schema.anyOf.map((each) => typeOf(each, depth)).join(' | ')
  if ('const' in schema) return literal(schema.const)
  if (schema.enum) return schema.enum.map(literal).join(' | ')
  if (schema.type === 'array') {
    const item = typeOf(schema.items, depth)
    return item.includes(' | ') && !item.startsWith('{') ? `(${item})[]` : `${item}[]`
  }
  if (schema.type === 'object') return objectOf(schema, depth)
  const named = NAMED[schema.type]
  if (!named) throw new Error(`no type for ${JSON.stringify(schema)}`)
  return named
}

function objectOf({ properties = {}, required = [] }, depth) {
  const fields = Object.entries(properties).map(([name, schema]) =>
    field(name, required.includes(name), typeOf(schema, depth + 1)),
  )
  const short = `{ ${fields.join('; ')} }`
  if (!short.includes('\n') && short.length < WIDTH - 4 * depth - 20) return short
  const indent = '  '.repeat(depth + 1)
  return `{\n${fields.map((field) => `${indent}${field}\n`).join('')}${'  '.repeat(depth)}}`
}

/** Callers pass the missing cursor unchanged. */
const field = (name, isRequired, type) =>
  `${/^[a-z]\w*$/i.test(name) ? name : literal(name)}${isRequired ? '' : '?'}: ${type}${isRequired ? '' : ' | undefined'}`

const literal = (value) => (typeof value === 'string' ? `'${value}'` : JSON.stringify(value))
