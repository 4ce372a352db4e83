import { createHash, generateKeyPairSync, sign, verify } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { toBase64 } from './bytes.ts'
import { checkpointText, originOf } from './checkpoint.ts'
import {
  CERTIFICATE_FORMAT,
  type DestructionFacts,
  destructionInput,
  destructionText,
  isCertificate,
  verifyCertificate,
} from './destruction.ts'
import { type CryptoProvider, keyIdInput, signedNote } from './signed-note.ts'

const sha256 = (data: Uint8Array): Uint8Array => createHash('sha256').update(data).digest()
const { publicKey, privateKey } = generateKeyPairSync('ed25519')
const raw = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32)
const other = generateKeyPairSync('ed25519')
const otherRaw = other.publicKey.export({ format: 'der', type: 'spki' }).subarray(-32)
const keyOf = (bytes: Uint8Array) => (Buffer.from(bytes).equals(raw) ? publicKey : other.publicKey)
const provider: CryptoProvider = {
  digest: sha256,
  verify: (key, signature, data) => verify(null, data, keyOf(key), signature),
}

const note = (text: string, key = privateKey, bytes: Uint8Array = raw): string => {
  const [name = ''] = text.split('\n', 1)
  return signedNote(text, name, sha256(keyIdInput(name, bytes)), sign(null, Buffer.from(text), key))
}

const VAULT = '00000000-0000-4000-8000-000000000001'
const AT = '2026-11-23T00:00:00.000Z'
const root = sha256(Buffer.from('the log'))
const contents = { count: 2, bytes: 10, list: toBase64(sha256(Buffer.from('list'))) }
const facts: DestructionFacts = {
  room: { roomNo: '2611-0001', name: '인수 룸', vault: VAULT },
  asked: { at: AT, by: { name: '김운영', email: 'op@example.com' } },
  confirmed: { at: AT, how: 'operator', by: { name: '박운영', email: 'op2@example.com' } },
  keyDestroyedAt: AT,
  finishedAt: AT,
  methods: ['room-key', 'rows', 'stored-files'],
  destroyed: {
    documents: contents,
    versions: contents,
    signed: 0,
    messages: 1,
    members: 2,
    blobs: 2,
  },
  log: {
    entries: 3,
    root: toBase64(root),
    note: note(checkpointText({ origin: originOf(VAULT), size: 3, root, at: AT })),
  },
  remains: { logUntil: AT, databaseBackupsUntil: AT, keyBackupsUntil: AT },
}

const certificate = (of: DestructionFacts = facts, changes: object = {}) =>
  JSON.stringify({
    format: CERTIFICATE_FORMAT,
    facts: of,
    publicKey: toBase64(raw),
    note: note(destructionText(of, sha256(destructionInput(of)))),
    ...changes,
  })
const faultOf = async (text: string, publicKey?: string) =>
  (await verifyCertificate(provider, text, { publicKey })).fault

describe('a certificate of destruction', () => {
  it('holds as it was signed, however its JSON is laid out', async () => {
    expect(await faultOf(certificate())).toBeUndefined()
    expect(await faultOf(certificate(), toBase64(raw))).toBeUndefined()
    const parsed = JSON.parse(certificate()) as { facts: object }
    const turned = { ...parsed, facts: Object.fromEntries(Object.entries(parsed.facts).reverse()) }
    expect(await faultOf(JSON.stringify(turned, null, 4))).toBeUndefined()
    expect(await faultOf(certificate({ ...facts, log: null }))).toBeUndefined()
    expect(isCertificate(certificate())).toBe(true)
    expect(isCertificate('{"format":"sealroom-history/1"}')).toBe(false)
  })

  it('does not hold when any fact was changed, added or left out', async () => {
    const signed = JSON.parse(certificate()) as { facts: Record<string, unknown> }
    for (const name of Object.keys(signed.facts)) {
      const { [name]: _, ...rest } = signed.facts
      expect(await faultOf(JSON.stringify({ ...signed, facts: rest }))).toBe('UNREADABLE')
    }
    const changes: Partial<DestructionFacts>[] = [
      { keyDestroyedAt: '2026-11-22T00:00:00.000Z' },
      { destroyed: { ...facts.destroyed, documents: { ...contents, count: 3 } } },
      { confirmed: { ...facts.confirmed, how: 'time' } },
      { remains: { ...facts.remains, keyBackupsUntil: '2026-11-22T00:00:00.000Z' } },
      { log: null },
      { room: { ...facts.room, name: '다른 룸' } },
    ]
    for (const change of changes)
      expect(await faultOf(JSON.stringify({ ...signed, facts: { ...facts, ...change } }))).toBe(
        'BAD_SIGNATURE',
      )
    expect(await faultOf(JSON.stringify({ ...signed, facts: { ...facts, more: 1 } }))).toBe(
      'UNREADABLE',
    )
  })

  it('does not hold with another key, another signature, or a note of another kind', async () => {
    expect(await faultOf(certificate(), toBase64(otherRaw))).toBe('OTHER_KEY')
    expect(await faultOf(certificate(facts, { publicKey: toBase64(otherRaw) }))).toBe(
      'BAD_SIGNATURE',
    )
    const text = destructionText(facts, sha256(destructionInput(facts)))
    expect(
      await faultOf(certificate(facts, { note: note(text, other.privateKey, otherRaw) })),
    ).toBe('BAD_SIGNATURE')
    expect(await faultOf(certificate(facts, { note: facts.log?.note }))).toBe('BAD_SIGNATURE')
    for (const broken of ['', 'x', text, note(text).replace('\n\n', '\n'), `${note(text)}\n`])
      expect(await faultOf(certificate(facts, { note: broken }))).toBe('BAD_SIGNATURE')
    for (const unreadable of ['', '{}', 'null', '[', certificate().slice(1)])
      expect(await faultOf(unreadable)).toBe('UNREADABLE')
  })

  it('does not hold with a checkpoint of another log, size or root, or that the key has not signed', async () => {
    const at = (
      changes: Partial<Parameters<typeof checkpointText>[0]>,
      key = privateKey,
      bytes: Uint8Array = raw,
    ) => ({
      ...facts,
      log: {
        entries: 3,
        root: toBase64(root),
        note: note(
          checkpointText({ origin: originOf(VAULT), size: 3, root, at: AT, ...changes }),
          key,
          bytes,
        ),
      },
    })
    expect(await faultOf(certificate(at({})))).toBeUndefined()
    for (const wrong of [
      at({ size: 4 }),
      at({ root: sha256(Buffer.from('another')) }),
      at({ origin: originOf(VAULT.replace(/1$/, '2')) }),
      at({}, other.privateKey, otherRaw),
      { ...facts, log: { entries: 3, root: toBase64(root), note: 'x' } },
    ])
      expect(await faultOf(certificate(wrong))).toBe('BAD_LOG')
  })
})
