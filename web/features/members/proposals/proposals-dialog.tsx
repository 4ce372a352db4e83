import './proposals-dialog.css'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { UserRoundCheck } from 'lucide-react'
import { useRef } from 'react'
import { decide } from '../../../../contract/features/groups/proposals.ts'
import { useApi } from '../../../lib/api/api-context.ts'
import { formatInstant } from '../../../lib/format.ts'
import { useLanguage, useTranslation } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { useDialogs } from '../../../ui/dialog/dialogs.tsx'
import { ListDialog } from '../../../ui/dialog/list-dialog.tsx'
import { Chip } from '../../../ui/list/chip.tsx'
import { useToast } from '../../../ui/state/toasts.tsx'
import { useErrorAlert } from '../../../ui/state/use-error-alert.ts'
import { membersQuery } from '../members-query.ts'
import { type Proposal, proposalsKey, useProposals } from './proposals-query.ts'

interface ProposalsDialogProps {
  readonly roomId: number
  readonly onClose: () => void
}

export function ProposalsDialog({ roomId, onClose }: ProposalsDialogProps) {
  const { t } = useTranslation()
  const close = useRef<HTMLButtonElement>(null)
  const query = useProposals(roomId)
  const { ask, busyId } = useDecision(roomId, () => close.current?.focus())
  return (
    <ListDialog
      title={t('proposals.title')}
      help={t('proposals.reviewHelp')}
      query={query}
      rows={query.data?.proposals}
      count={2}
      empty={{ icon: UserRoundCheck, text: t('proposals.reviewNone') }}
      moreLabel={t('proposals.more')}
      row={(proposal) => (
        <ProposalRow
          key={proposal.id}
          proposal={proposal}
          isBusy={busyId === proposal.id}
          onDecide={(isAdmitted) => void ask(proposal, isAdmitted)}
        />
      )}
      closeRef={close}
      onClose={onClose}
    />
  )
}

function useDecision(roomId: number, onDone: () => void) {
  const { t } = useTranslation()
  const api = useApi()
  const queries = useQueryClient()
  const dialogs = useDialogs()
  const toast = useToast()
  const alertError = useErrorAlert()
  const deciding = useMutation({
    mutationFn: ({
      proposal,
      isAdmitted,
    }: {
      readonly proposal: Proposal
      readonly isAdmitted: boolean
    }) => api.call(decide, { body: { roomId, id: proposal.id, isAdmitted } }),
    onSuccess: (_, { proposal: { userName: name }, isAdmitted }) => {
      toast({
        title: 'Succeed',
        text: t(isAdmitted ? 'proposals.admittedDone' : 'proposals.declinedDone', { name }),
      })
      onDone()
    },
    onError: alertError,
    onSettled: () =>
      Promise.all(
        [proposalsKey(roomId), membersQuery(api, roomId).queryKey].map((queryKey) =>
          queries.invalidateQueries({ queryKey }),
        ),
      ),
  })
  return {
    busyId: deciding.isPending ? deciding.variables.proposal.id : undefined,
    ask: async (proposal: Proposal, isAdmitted: boolean) => {
      const { userName: name, group, email } = proposal
      const text = isAdmitted
        ? t('proposals.admitConfirm', { name, group })
        : t('proposals.declineConfirm', { name })
      const detail = <p className="modal-text meta">{email}</p>
      const confirmLabel = t(isAdmitted ? 'proposals.admit' : 'proposals.decline')
      if (
        !deciding.isPending &&
        (await dialogs.confirm({ tone: 'check', text, detail, confirmLabel }))
      )
        deciding.mutate({ proposal, isAdmitted })
    },
  }
}

interface ProposalRowProps {
  readonly proposal: Proposal
  readonly isBusy: boolean
  readonly onDecide: (isAdmitted: boolean) => void
}

function ProposalRow({ proposal, isBusy, onDecide }: ProposalRowProps) {
  const { t } = useTranslation()
  const [language] = useLanguage()
  const {
    userName: name,
    email,
    division,
    position,
    note,
    group,
    proposedBy,
    proposedAt,
    isMember,
  } = proposal
  return (
    <li className="asked">
      <div className="asked-text">
        <span className="asked-who">
          {name} <span className="meta">{email}</span>
        </span>
        <span className="meta">
          {[group, division, position].filter((part) => part !== '').join(' · ')}
        </span>
        <span className="meta numbers">
          {t('proposals.by', { name: proposedBy, date: formatInstant(proposedAt, language) })}
        </span>
        {note !== '' && <span>{note}</span>}
        {isMember && <Chip tone="warn" text={t('proposals.isMember')} />}
      </div>
      <div className="asked-tools">
        <Button
          size="small"
          aria-label={t('proposals.declineOf', { name })}
          isBusy={isBusy}
          onClick={() => onDecide(false)}
        >
          {t('proposals.decline')}
        </Button>
        <Button
          size="small"
          variant="primary"
          aria-label={t('proposals.admitOf', { name })}
          isBusy={isBusy}
          blockedBecause={isMember ? t('proposals.isMember') : undefined}
          onClick={() => onDecide(true)}
        >
          {t('proposals.admit')}
        </Button>
      </div>
    </li>
  )
}
