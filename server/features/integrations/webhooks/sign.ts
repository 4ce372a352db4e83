import { createHmac, randomBytes } from 'node:crypto'

/** Standard Webhooks 1.0 requires 24 to 64 bytes. */
const SECRET_BYTES = 32
const PREFIX = 'whsec_'

export const drawSecret = (): string => `${PREFIX}${randomBytes(SECRET_BYTES).toString('base64')}`

/** Follows Standard Webhooks. @param at lets receivers refuse old requests */
export function signedHeaders(
  secret: string,
  { id, at, body }: { readonly id: string; readonly at: Date; readonly body: string },
) {
  const timestamp = String(Math.floor(at.getTime() / 1000))
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64')
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${signature}`,
  }
}
