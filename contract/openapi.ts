import { z } from 'zod'
import { BASE_PATH } from './core/base-path.ts'
import { ERRORS } from './core/errors.ts'
import { type AnswerShape, BYTES_BODY, type Operation } from './core/operation.ts'
import { OPERATIONS } from './registry.ts'

type Json = Record<string, unknown>
type Envelope = Omit<Extract<AnswerShape, { kind: 'json' }>, 'kind'>

const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): Json => {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return json
}

function parameters(place: 'path' | 'query' | 'header', schema: z.ZodObject | undefined): Json[] {
  if (!schema) return []
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as {
    properties?: Record<string, Json>
    required?: string[]
  }
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: required.includes(name),
    schema: property,
  }))
}

function envelope({ payload, paged, beside }: Envelope): Json {
  const further = beside ? (schemaOf(beside, 'output')['properties'] as Json) : {}
  return {
    type: 'object',
    required: ['status', 'payload'],
    properties: {
      status: { enum: ['OK', 'EXCEPTION'] },
      payload: {
        anyOf: [
          schemaOf(payload, 'output'),
          { type: 'string', description: 'with EXCEPTION: the text to show' },
        ],
      },
      code: { type: 'string', description: 'with EXCEPTION: a stable name' },
      ...further,
      ...(paged
        ? { nextCursor: { type: 'string', description: 'present when there is more' } }
        : {}),
    },
  }
}

function content(answer: Exclude<AnswerShape, { kind: 'headers' | 'redirect' }>): Json {
  if (answer.kind === 'bytes')
    return Object.fromEntries(
      answer.types.map((type) => [type, { schema: { type: 'string', format: 'binary' } }]),
    )
  if (answer.kind === 'lines')
    return { 'application/x-ndjson': { schema: schemaOf(answer.line, 'output') } }
  return { 'application/json': { schema: envelope(answer) } }
}

function requestBody(op: Operation): Json | undefined {
  const form = op.multipart && { 'multipart/form-data': { schema: { type: 'object' } } }
  if (form && !op.body) return { content: form }
  if (op.bytes)
    return { content: { [BYTES_BODY]: { schema: { type: 'string', format: 'binary' } } } }
  return (
    op.body && { content: { 'application/json': { schema: schemaOf(op.body, 'input') }, ...form } }
  )
}

function success(answer: AnswerShape): Json {
  if (answer.kind === 'redirect')
    return {
      303: { description: 'See Other', headers: { Location: { schema: { type: 'string' } } } },
    }
  if (answer.kind !== 'headers') return { 200: { description: 'OK', content: content(answer) } }
  const names = Object.keys(answer.headers.shape)
  return {
    [answer.status]: {
      description: 'OK',
      headers: Object.fromEntries(names.map((name) => [name, { schema: { type: 'string' } }])),
    },
  }
}

function securityOf(op: Operation): Json {
  if (op.credential === 'session')
    return { security: [{ bearer: [] }], 'x-permission': op.permission }
  if (op.credential === 'administrator') return { security: [{ administrator: [] }] }
  return op.credential === 'apiKey'
    ? { security: [{ apiKey: [] }], 'x-scope': op.scope }
    : { security: [] }
}

function describeOperation(op: Operation): Json {
  const body = requestBody(op)
  return {
    operationId: op.name,
    summary: op.summary,
    ...securityOf(op),
    ...(op.credential === 'session' && op.viewAs ? { 'x-view-as': true } : {}),
    parameters: [
      ...parameters('path', op.params),
      ...parameters('query', op.query),
      ...parameters('header', op.headers),
    ],
    ...(body ? { requestBody: body } : {}),
    responses: { ...success(op.answer), default: { $ref: '#/components/responses/Refusal' } },
  }
}

export function openApiDocument(): Json {
  const paths: Record<string, Json> = {}
  for (const op of OPERATIONS) {
    const path = `${BASE_PATH}${op.path.replace(/:(\w+)/g, '{$1}')}`
    paths[path] = { ...paths[path], [op.method.toLowerCase()]: describeOperation(op) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Sealroom',
      version: '1',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    paths,
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer' },
        administrator: {
          type: 'http',
          scheme: 'Administrator',
          description: 'the token of an administrator of the installation',
        },
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          description: 'the API key of a program, created by npm run room -- api-key create',
        },
      },
      responses: {
        Refusal: {
          description: `EXCEPTION with one of: ${Object.keys(ERRORS).join(', ')}`,
          content: { 'application/json': { schema: envelope({ payload: z.string() }) } },
        },
      },
    },
  }
}
