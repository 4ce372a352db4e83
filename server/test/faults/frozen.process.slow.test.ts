import { expect, it, vi } from 'vitest'
import { freezeServer, freezeWorker } from './frozen.ts'

vi.setConfig({ testTimeout: 180_000 })

it('a worker that is frozen past its locks does nothing again when it thaws', async () => {
  expect(await freezeWorker()).toEqual([])
})

it('a server that is frozen during a commit delays no one for long, and knows of withdrawn rights as soon as it thaws', async () => {
  const { answers, upload, violations } = await freezeServer()
  expect(answers).toEqual([401, 401, 401])
  expect(upload).not.toBe(200)
  expect(violations).toEqual([])
})
