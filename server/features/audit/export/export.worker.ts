import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { connectDatabase, type Database } from '../../../platform/db/connect.ts'
import type { ConnectionOptions } from '../../../platform/db/connection-options.ts'
import { openBytes } from '../../../platform/encryption/cobblestone.ts'
import { fieldContextsOf } from '../../../platform/encryption/context.ts'
import { piecesOf } from './pieces.ts'
import type { ExportTask, FromThread, ToThread } from './protocol.ts'
import type { EntryOpener } from './rows.ts'
import { textsOf } from './texts.ts'

const CONNECTIONS = 2

interface RunningExport {
  credit: number
  ended: boolean
  wake: (() => void) | undefined
}

const server: MessagePort = requirePort()
const running = new Map<number, RunningExport>()
let connected: Promise<Database> | undefined

const post = (message: FromThread, transfer: ArrayBuffer[] = []): void =>
  server.postMessage(message, transfer)

const logged =
  (level: 'debug' | 'warn') =>
  (fields: object | string, message = ''): void => {
    const isText = typeof fields === 'string'
    post({
      type: 'log',
      level,
      error: !isText && 'error' in fields ? fields.error : undefined,
      message: isText ? fields : message,
    })
  }

function database(): Promise<Database> {
  connected ??= connectDatabase(workerData as ConnectionOptions, {
    log: { debug: logged('debug'), warn: logged('warn') },
    poolSize: CONNECTIONS,
  })
  connected.catch(() => {
    connected = undefined
  })
  return connected
}

function openerOf({ vault, retention }: ExportTask['key']): EntryOpener {
  const contextOf = fieldContextsOf(vault)
  return {
    open: async (_, __, purpose, encrypted) => openBytes(retention, contextOf(purpose), encrypted),
  }
}

async function run(id: number, task: ExportTask): Promise<void> {
  const state: RunningExport = { credit: 0, ended: false, wake: undefined }
  running.set(id, state)
  try {
    const { db } = await database()
    for await (const bytes of piecesOf(textsOf(db, openerOf(task.key), task))) {
      while (state.credit === 0 && !state.ended)
        await new Promise<void>((resolve) => {
          state.wake = resolve
        })
      if (state.ended) return
      state.credit -= 1
      post({ type: 'piece', id, bytes }, [bytes.buffer])
    }
    post({ type: 'done', id })
  } catch (error) {
    post({ type: 'failed', id, error })
  } finally {
    running.delete(id)
  }
}

server.on('message', (message: ToThread) => {
  if (message.type === 'begin') {
    void run(message.id, message.task)
    return
  }
  const state = running.get(message.id)
  if (!state) return
  if (message.type === 'more') state.credit += 1
  else state.ended = true
  state.wake?.()
})

function requirePort(): MessagePort {
  if (!parentPort) throw new Error('export.worker runs as a worker thread')
  return parentPort
}
