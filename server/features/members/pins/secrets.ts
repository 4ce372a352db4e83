import { createHmac, randomInt } from 'node:crypto'
import { type Algorithm, hash, verify } from '@node-rs/argon2'
import { CODE_ALPHABET } from '../../../../contract/core/operator-code.ts'
import { dammDigit } from '../../../../contract/core/pin.ts'
import { STEP_CODE_DIGITS } from '../../../../contract/core/step-code.ts'
import { Refusal } from '../../../platform/http/refusal.ts'

/** TypeScript cannot use the ambient enum. */
const ARGON2ID = { algorithm: 2 as Algorithm, parallelism: 1 }

export interface HashCost {
  /** The value is in KiB. */
  readonly memoryCost: number
  readonly timeCost: number
}

const OWASP_COST: HashCost = { memoryCost: 19_456, timeCost: 2 }

/** Evaluations share the thread pool with file access. */
const PARALLEL = 2
const WAITING_MAX = 200

/** Stored digests depend on these names. */
type Digested =
  | 'device'
  | 'link'
  | 'email'
  | 'passkey-user'
  | 'step'
  | 'address'
  | 'proof'
  | 'rooms-link'
  | 'passkey-challenge'
  | 'address-passkey-user'
  | 'sign-on-state'
  | 'sign-on-cookie'
  | 'sign-on-nonce'
  | 'sign-on-verifier'
  | 'sign-on-ticket'
  | 'sign-on-subject'
  | 'console-sign-on-cookie'
  | 'console-sign-on-ticket'

export interface Secrets {
  /** The PIN has 16 digits, the last one a check digit. */
  drawPin(): string
  /** The code has 9 characters of Crockford's base 32. */
  drawCode(): string
  drawStepCode(): string
  lookupOf(pin: string): Buffer
  /** Kinds give different 32 bytes. */
  digestOf(kind: Digested, text: string): Buffer
  hash(secret: string): Promise<string>
  /** Without a hash, takes equal time and returns false. @throws Refusal BUSY if too many wait */
  matches(hashed: string | undefined, secret: string): Promise<boolean>
}

const digits = (count: number): string =>
  Array.from({ length: count }, () => randomInt(10)).join('')

/** @param pepper stays outside the database, whose copies allow no guessing */
export function createSecrets(pepper: Buffer, cost: HashCost = OWASP_COST): Secrets {
  const inTurn = limiter()
  const options = { ...ARGON2ID, ...cost, secret: pepper }
  const keyed = (kind: string, text: string) =>
    createHmac('sha256', pepper).update(`${kind}:${text}`).digest()
  const nobody = hash(digits(16), options)
  return {
    drawPin() {
      const drawn = digits(15)
      return `${drawn}${dammDigit(drawn)}`
    },
    drawCode: () =>
      Array.from({ length: 9 }, () => CODE_ALPHABET[randomInt(CODE_ALPHABET.length)]).join(''),
    drawStepCode: () => digits(STEP_CODE_DIGITS),
    lookupOf: (pin) => keyed('pin', pin),
    digestOf: keyed,
    hash: (secret) => inTurn(() => hash(secret, options)),
    matches: (hashed, secret) =>
      inTurn(async () => {
        const matched = await verify(hashed ?? (await nobody), secret, options)
        return matched && hashed !== undefined
      }),
  }
}

function limiter(): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0
  const waiting: (() => void)[] = []
  return async (work) => {
    if (running >= PARALLEL) {
      if (waiting.length >= WAITING_MAX) throw new Refusal('BUSY', { retryAfter: 5 })
      await new Promise<void>((resolve) => waiting.push(resolve))
    } else {
      running += 1
    }
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
