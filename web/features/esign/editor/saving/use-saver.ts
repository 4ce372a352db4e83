import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { get, updateUpload } from '../../../../../contract/features/compose.ts'
import type { Template } from '../../../../../contract/features/composed.ts'
import { useApi } from '../../../../lib/api/api-context.ts'
import { systemClock } from '../../../../lib/browser/clock.ts'
import { holdReaders } from '../../last-saves.ts'
import { templateKey } from '../../queries.ts'
import type { Pieces } from '../pieces/pieces.ts'
import { isStoredAs } from '../wire.ts'
import { callsFor } from './save-steps.ts'
import { isLasting, Saver } from './saver.ts'

export function useSaver(
  { templateId, pages, revision }: Pick<Template, 'templateId' | 'pages' | 'revision'>,
  pieces: Pieces,
): Saver<Pieces> {
  const api = useApi()
  const queries = useQueryClient()
  const [saver] = useState(
    () =>
      new Saver<Pieces>(
        {
          clock: systemClock,
          steps: (value, stored) =>
            callsFor(value, stored, pages).map((call) => ({
              value: call.value,
              async save(base) {
                const body = { templateId, revision: base, ...call.change }
                const saved = await api.call(updateUpload, { body }).catch((error: unknown) => {
                  if (isLasting(error))
                    void queries.invalidateQueries({ queryKey: templateKey(templateId) })
                  throw error
                })
                queries.setQueryData(templateKey(templateId), saved)
                return saved.revision
              },
            })),
          async find(values) {
            const stored = await api.call(get, { query: { templateId: String(templateId) } })
            const value = values.find((each) => isStoredAs(each, stored))
            if (!value) return undefined
            queries.setQueryData(templateKey(templateId), stored)
            return { value, revision: stored.revision }
          },
        },
        revision,
        pieces,
      ),
  )
  const seen = useRef(pieces)
  useEffect(() => {
    if (pieces === seen.current) return
    seen.current = pieces
    saver.put(pieces)
  }, [pieces, saver])
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (saver.isBehind()) event.preventDefault()
    }
    const hurry = () => {
      if (document.visibilityState === 'hidden') void saver.flush()
    }
    addEventListener('beforeunload', ask)
    document.addEventListener('visibilitychange', hurry)
    return () => {
      removeEventListener('beforeunload', ask)
      document.removeEventListener('visibilitychange', hurry)
      if (saver.isBehind()) holdReaders(templateId, saver.flush())
    }
  }, [saver, templateId])
  return saver
}
