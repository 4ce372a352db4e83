import { useRef, useState } from 'react'
import { checkFiles, type FileResult } from './check-files.ts'
import { browserMeans } from './means.ts'

interface Check {
  /** From 0 to 1 while files are read. */
  readonly share: number | undefined
  readonly results: readonly FileResult[] | undefined
  /** The browser could not read a file to its end. */
  readonly hasFailed: boolean
  /** In place of what is under way, if anything is. @param notes checkpoints that were pasted */
  start(files: readonly File[], notes: readonly string[]): Promise<void>
  stop(): void
}

/** One check at a time. */
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
        const found = await checkFiles(files, notes, { means: browserMeans, onProgress: setShare, signal: own.signal })
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
