import { useMutation, useQueryClient } from '@tanstack/react-query'
import { withdraw } from '../../../contract/features/groups/proposals.ts'
import { useApi } from '../../lib/api/api-context.ts'
import { formatInstant } from '../../lib/format.ts'
import { useLanguage, useTranslation } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { Chip } from '../../ui/list/chip.tsx'
import { ScrollArea } from '../../ui/list/scroll-area.tsx'
import { QueryState } from '../../ui/state/query-state.tsx'
import { useToast } from '../../ui/state/toasts.tsx'
import { useErrorAlert } from '../../ui/state/use-error-alert.ts'
import { type OwnProposal, ownProposalsKey, useOwnProposals } from './own-proposals-query.ts'

const TONES = { waiting: 'warn', admitted: 'ok', declined: 'danger', withdrawn: 'neutral' } as const

export function OwnProposals({ roomId }: { readonly roomId: number }) {
  const { t } = useTranslation()
  const query = useOwnProposals(roomId)
  const withdrawing = useWithdraw(roomId)
  return (
    <div className="own-proposals">
      <h3 className="meta">{t('proposals.list')}</h3>
      {!query.data && <QueryState query={query} count={2} />}
      {query.data?.length === 0 && <p className="meta own-proposals-none">{t('proposals.none')}</p>}
      {query.data && query.data.length > 0 && (
        <ScrollArea className="own-proposals-list" label={t('proposals.list')}>
          <ul>
            {query.data.map((proposal) => (
              <ProposalRow
                key={proposal.id}
                proposal={proposal}
                isBusy={withdrawing.isPending && withdrawing.variables.id === proposal.id}
                onWithdraw={() => withdrawing.mutate(proposal)}
              />
            ))}
          </ul>
          {query.hasNextPage && (
            <Button
              size="small"
              isBusy={query.isFetchingNextPage}
              onClick={() => void query.fetchNextPage()}
            >
              {t('proposals.more')}
            </Button>
          )}
        </ScrollArea>
      )}
    </div>
  )
}

function useWithdraw(roomId: number) {
  const { t } = useTranslation()
  const api = useApi()
  const queries = useQueryClient()
  const toast = useToast()
  const alertError = useErrorAlert()
  return useMutation({
    mutationFn: ({ id }: OwnProposal) => api.call(withdraw, { body: { roomId, id } }),
    onSuccess: (_, { userName: name }) =>
      toast({ title: 'Succeed', text: t('proposals.withdrawnDone', { name }) }),
    onError: alertError,
    onSettled: () => queries.invalidateQueries({ queryKey: ownProposalsKey(roomId) }),
  })
}

interface ProposalRowProps {
  readonly proposal: OwnProposal
  readonly isBusy: boolean
  readonly onWithdraw: () => void
}

function ProposalRow({ proposal, isBusy, onWithdraw }: ProposalRowProps) {
  const { t } = useTranslation()
  const [language] = useLanguage()
  const { userName: name, email, proposedAt, proposedBy, state } = proposal
  return (
    <li className="proposal">
      <div className="proposal-text">
        <span className="proposal-who">
          {name} <span className="meta">{email}</span>
        </span>
        <span className="meta numbers">
          {t('proposals.by', { name: proposedBy, date: formatInstant(proposedAt, language) })}
        </span>
      </div>
      <div className="proposal-tools">
        <Chip tone={TONES[state]} text={t(`proposals.${state}`)} />
        {state === 'waiting' && (
          <Button
            size="small"
            aria-label={t('proposals.withdrawOf', { name })}
            isBusy={isBusy}
            onClick={onWithdraw}
          >
            {t('proposals.withdraw')}
          </Button>
        )}
      </div>
    </li>
  )
}
