import { useState } from 'react'
import { useTranslation } from '../../../lib/i18n.ts'
import { useDialogs } from '../../../ui/dialog/dialogs.tsx'
import { ReasonList } from '../../../ui/dialog/reason-list.tsx'
import type { RefusedLine } from './import-rows.ts'
import {
  type InviteeFieldPosition,
  type InviteeRow,
  type Problem,
  placesOf,
} from './invitee-rows.ts'
import { isOwnProblem } from './own-access.ts'
import type { InvitationAccess } from './use-invitation-access.ts'

interface Wrong {
  readonly places: readonly InviteeFieldPosition[]
  readonly text: string
}

interface LeftOutProps {
  readonly refused: readonly RefusedLine[]
  readonly beyond: readonly string[]
}

function LeftOut({ refused, beyond }: LeftOutProps) {
  const { t } = useTranslation()
  return (
    <>
      {refused.length > 0 && (
        <ReasonList
          label={t('invite.csvRefused')}
          rows={refused}
          describe={({ line, name, problem }) => ({
            key: line,
            name: t('invite.csvLine', { line, name }),
            reason: t(isOwnProblem(problem) ? `groups.${problem}` : `invite.${problem}`),
          })}
          others={(count) => t('invite.csvOthers', { count })}
        />
      )}
      {beyond.length > 0 && (
        <Detail text={t('invite.beyond', { count: beyond.length, list: beyond.join(', ') })} />
      )}
    </>
  )
}

export function Detail({ text }: { readonly text: string }) {
  return <p className="modal-text meta">{text}</p>
}

export function useRefusals(
  rows: readonly InviteeRow[],
  access: Pick<InvitationAccess, 'problemOf'>,
  focus: (place: InviteeFieldPosition | undefined) => void,
) {
  const { t } = useTranslation()
  const dialogs = useDialogs()
  const [wrong, setWrong] = useState<Wrong>()

  const refuse = async (text: string, places: readonly InviteeFieldPosition[], title?: string) => {
    setWrong({ text, places })
    const [first] = places
    const number = rows.findIndex(({ key }) => key === first?.key) + 1
    const detail = first && (
      <Detail text={t('invite.place', { number, field: t(`invite.${first.field}`) })} />
    )
    await dialogs.alert({ tone: 'check', text, detail, ...(title === undefined ? {} : { title }) })
    focus(first)
  }
  const refuseProblem = (problem: Problem) => {
    const text =
      problem.kind === 'row'
        ? t(`invite.${problem.problem}`)
        : t('invite.duplicate', { list: problem.list.join(', ') })
    return refuse(text, placesOf(problem, rows))
  }
  const refuseOwn = async (row: InviteeRow) => {
    const problem = access.problemOf(row)
    if (!problem) return
    const detail = <Detail text={t('invite.row', { number: rows.indexOf(row) + 1 })} />
    await dialogs.alert({ tone: 'check', text: t(`groups.${problem}`), detail })
    focus({ key: row.key, field: 'name' })
  }
  const listLeftOut = async (refused: readonly RefusedLine[], beyond: readonly string[]) => {
    if (refused.length === 0 && beyond.length === 0) return
    const text = t(refused.length > 0 ? 'invite.csvPartly' : 'invite.max')
    await dialogs.alert({
      tone: 'check',
      text,
      detail: <LeftOut refused={refused} beyond={beyond} />,
    })
  }
  return { wrong, setWrong, refuse, refuseProblem, refuseOwn, listLeftOut }
}
