import { lazy, type ReactNode, Suspense, useState } from 'react'
import { ApiError } from '../../../lib/api/api-error.ts'
import { StoppedRun } from '../progress/run-each.ts'
import type { PlacedRights, RightsAnswer, RightsQuestion } from './rights-question.ts'

const RightsDifferDialog = lazy(() =>
  import('./rights-differ-dialog.tsx').then((module) => ({ default: module.RightsDifferDialog })),
)

interface AskedRights {
  readonly question: RightsQuestion
  readonly answer: (answer: RightsAnswer) => void
}

type PlaceWithRights<R> = (rights: { readonly rights?: PlacedRights }) => Promise<R>

/** One answer covers a run until another group would gain rights. */
export interface Placing {
  /** @throws StoppedRun if the person cancels */
  readonly place: <R>(item: { readonly name: string }, put: PlaceWithRights<R>) => Promise<R>
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

function groupsIn({ envelope }: ApiError): number[] {
  const { effects } = envelope
  if (!Array.isArray(effects)) return []
  return effects.flatMap((effect: unknown) =>
    isRecord(effect) && typeof effect['groupId'] === 'number' ? [effect['groupId']] : [],
  )
}

/** Asks before a new place gives groups more rights. */
export function usePlacing(roomId: number): {
  readonly begin: (isCopy: boolean) => Placing
  readonly layer: ReactNode
} {
  const [asked, setAsked] = useState<AskedRights>()
  const ask = (question: RightsQuestion) =>
    new Promise<RightsAnswer>((resolve) => {
      const answer = (given: RightsAnswer) => {
        setAsked(undefined)
        resolve(given)
      }
      setAsked({ question, answer })
    })

  const begin = (isCopy: boolean): Placing => {
    const named = new Set<number>()
    let answered: PlacedRights | undefined
    return {
      async place({ name }, put) {
        try {
          return await put({})
        } catch (error) {
          if (!(error instanceof ApiError) || error.code !== 'RIGHTS_DIFFER') throw error
          const groupIds = groupsIn(error)
          const isAnswered = answered === 'keep' || groupIds.every((id) => named.has(id))
          const answer = (isAnswered && answered) || (await ask({ isCopy, name, groupIds }))
          if (answer === 'cancel') throw new StoppedRun()
          for (const id of groupIds) named.add(id)
          answered = answer
          return put({ rights: answer })
        }
      },
    }
  }
  const layer = asked && (
    <Suspense>
      <RightsDifferDialog roomId={roomId} question={asked.question} onAnswer={asked.answer} />
    </Suspense>
  )
  return { begin, layer }
}
