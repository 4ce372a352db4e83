import fs from 'node:fs'
import { z } from 'zod'
import { refersToLoopback } from '../net/public-hosts.ts'

export interface OidcProvider {
  readonly id: string
  readonly name: { readonly ko: string; readonly en: string }
  readonly issuer: string
  readonly clientId: string
  /** Without a secret, PKCE protects. */
  readonly clientSecret: string | undefined
  readonly scopes: readonly string[]
  readonly groupClaim: string | undefined
  /** These `acr` values mean more than one factor. */
  readonly strongAcr: readonly string[]
  readonly administrators: boolean
}

const NAME = z.string().min(1).max(60)
const SECRET_MAX = 1_000

const provider = z
  .strictObject({
    id: z.string().regex(/^[a-z0-9-]{1,40}$/),
    name: z.union([NAME, z.strictObject({ ko: NAME, en: NAME })]),
    issuer: z.url({ protocol: /^https?$/ }),
    clientId: z.string().min(1).max(500),
    clientSecret: z.string().min(1).max(SECRET_MAX).optional(),
    clientSecretFile: z.string().startsWith('/').optional(),
    scopes: z
      .array(z.string().regex(/^[\x21\x23-\x5b\x5d-\x7e]{1,100}$/))
      .max(20)
      .default(['openid', 'email']),
    groupClaim: z.string().min(1).max(200).optional(),
    strongAcr: z.array(z.string().min(1).max(200)).max(20).default([]),
    administrators: z.boolean().default(false),
  })
  .refine(
    ({ clientSecret, clientSecretFile }) =>
      clientSecret === undefined || clientSecretFile === undefined,
  )
  .refine(({ issuer }) => isPlainUrl(new URL(issuer)))

const PROVIDERS_MAX = 10

const isPlainUrl = ({ username, password, search, hash }: URL): boolean =>
  `${username}${password}${search}${hash}` === ''

/** Faults never contain values. */
export function parseProviders(text: string): readonly OidcProvider[] | { readonly fault: string } {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    return { fault: 'must be a list of providers as JSON' }
  }
  if (!Array.isArray(json) || json.length === 0 || json.length > PROVIDERS_MAX)
    return { fault: `must be a list of 1 to ${PROVIDERS_MAX} providers as JSON` }
  const providers: OidcProvider[] = []
  for (const [index, each] of json.entries()) {
    const read = provider.safeParse(each)
    if (!read.success) return { fault: `provider ${index + 1}: ${faultOf(read.error)}` }
    const { name, clientSecretFile, clientSecret, groupClaim, scopes, ...rest } = read.data
    if (providers.some(({ id }) => id === rest.id))
      return { fault: `provider ${index + 1}: its id is that of another one` }
    if (rest.administrators && rest.strongAcr.length === 0)
      return {
        fault: `provider ${index + 1}: administrators needs strongAcr, because administrators prove more than one factor`,
      }
    const secret = clientSecretFile === undefined ? clientSecret : firstLine(clientSecretFile)
    if (clientSecretFile !== undefined && !secret)
      return {
        fault: `provider ${index + 1}: clientSecretFile cannot be read, or its first line is empty`,
      }
    providers.push({
      ...rest,
      name: typeof name === 'string' ? { ko: name, en: name } : name,
      clientSecret: secret,
      scopes: [...new Set(['openid', ...scopes])],
      groupClaim,
    })
  }
  return providers
}

function faultOf(error: z.ZodError): string {
  const [issue] = error.issues
  if (issue?.code === 'unrecognized_keys') return 'has a field that is not known'
  const field = issue?.path[0]
  if (field !== undefined) return `${String(field)} is missing or not valid`
  return 'must have either clientSecret or clientSecretFile, and an issuer without user, query and fragment'
}

function firstLine(file: string): string | undefined {
  try {
    return fs.readFileSync(file, 'utf8').split(/\r?\n/, 1)[0]?.slice(0, SECRET_MAX)
  } catch {
    return undefined
  }
}

/** Plain HTTP serves trials on this machine. */
export function isAllowedIssuer(issuer: string, mayUseLoopback: boolean): boolean {
  const url = new URL(issuer)
  return url.protocol === 'https:' || (mayUseLoopback && refersToLoopback(url))
}
