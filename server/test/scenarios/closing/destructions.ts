import { verifyCertificate } from '../../../../contract/proof/destruction.ts'
import { nodeCrypto } from '../../../platform/encryption/node-crypto.ts'
import type { Resources } from '../../../resources.ts'
import type { TestApp } from '../../harness/test-app.ts'

export const vaultOf = async (app: TestApp, roomId: number): Promise<string> =>
  (await app.database.pool.query('select vault from rooms where id = $1', [roomId])).rows[0].vault

export const certificateOf = async (app: TestApp, roomId: number) => {
  const found = await app.program.endings.certificateOf(roomId)
  if (!found) throw new Error('there is no certificate')
  const verdict = await verifyCertificate(nodeCrypto, found.json.toString())
  return { ...found, ...verdict }
}

export async function resumeDestruction(
  app: TestApp,
  roomId: number,
  changed: Partial<Resources>,
): Promise<void> {
  const handler = (await app.handlersOf(changed)).find(({ name }) => name === 'ending.destroy')
  if (!handler) throw new Error('nothing destroys')
  await handler.run(
    { roomId },
    { signal: new AbortController().signal, attempt: 1, lastAttempt: true },
  )
}
