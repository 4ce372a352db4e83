import { useRef, useState } from 'react'
import { checkFiles, type FileResult } from './check-files.ts'
import { browserCrypto } from './crypto-provider.ts'

interface Check {
  /** The share is from 0 to 1 while reading. */
  readonly share: number | undefined
  readonly results: readonly FileResult[] | undefined
  readonly hasFailed: boolean
  start(files: readonly File[], notes: readonly string[]): Promise<void>
  stop(): void
}

export function useCheck(): Check {
  const running = useRef<AbortController>(undefined)
  const [share, setShare] = useState<number>()
  const [results, setResults] = useState<readonly FileResult[]>()
  const [hasFailed, setFailed] = useState(false)
  return {
    share,
    results,
    hasFailed,
    async start(files, notes) {
      running.current?.abort()
      const own = new AbortController()
      running.current = own
      setResults(undefined)
      setFailed(false)
      setShare(0)
      try {
        const found = await checkFiles(files, notes, {
          means: browserCrypto,
          onProgress: setShare,
          signal: own.signal,
        })
        if (!own.signal.aborted) setResults(found)
      } catch {
        if (!own.signal.aborted) setFailed(true)
      } finally {
        if (running.current === own) setShare(undefined)
      }
    },
    stop() {
      running.current?.abort()
    },
  }
}
