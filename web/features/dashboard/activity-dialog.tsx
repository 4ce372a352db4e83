import './dashboard.css'
import './charts/drawings.css'
import './activity-dialog.css'
import { Activity } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { formatInstant } from '../../lib/format.ts'
import { useLanguage, useTranslation } from '../../lib/i18n.ts'
import type { Group } from '../../room/groups.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Modal, ModalClose } from '../../ui/dialog/modal.tsx'
import { FileName } from '../../ui/list/file-name.tsx'
import { GroupName } from '../../ui/list/group-name.tsx'
import { ScrollArea } from '../../ui/list/scroll-area.tsx'
import { QueryState } from '../../ui/state/query-state.tsx'
import { EmptyState } from '../../ui/state/states.tsx'
import { Bar } from './charts/bar.tsx'
import { PageHeat } from './charts/heat-strip.tsx'
import {
  type ItemActivity,
  type PersonActivity,
  useGroups,
  useItemActivity,
  usePersonActivity,
} from './dashboard-query.ts'
import { useDuration } from './duration.ts'
import { GroupChoice, useGroupChoice } from './group-choice.tsx'
import { HistoryLink } from './history-link.tsx'
import { useOperatorsChoice } from './operators-choice.ts'
import { OperatorsSwitch } from './operators-switch.tsx'

export interface ActivitySubject {
  readonly kind: 'item' | 'person'
  readonly id: number
  readonly name: string
}

export interface ActivityDialogProps {
  readonly roomId: number
  readonly subject: ActivitySubject
  readonly onClose: () => void
}

export function ActivityDialog({ roomId, subject, onClose }: ActivityDialogProps) {
  const { t } = useTranslation()
  const id = useId()
  const { kind, name } = subject
  return (
    <Modal labelledBy={`${id}-title`} describedBy={`${id}-name`} size="wide" onDismiss={onClose}>
      <h2 id={`${id}-title`} className="title">
        {t(kind === 'item' ? 'dashboard.itemTitle' : 'dashboard.personTitle')}
      </h2>
      <p id={`${id}-name`} className="activity-name">
        {name}
      </p>
      {kind === 'item' ? (
        <OfItem roomId={roomId} itemId={subject.id} />
      ) : (
        <OfPerson roomId={roomId} userId={subject.id} />
      )}
      <ModalClose onClick={onClose}>{t('common.close')}</ModalClose>
    </Modal>
  )
}

function OfItem({ roomId, itemId }: { readonly roomId: number; readonly itemId: number }) {
  const { t } = useTranslation()
  const [withOperators] = useOperatorsChoice()
  const groups = useGroups(roomId)
  const groupId = useGroupChoice(groups.data)
  const query = useItemActivity(roomId, itemId, { withOperators, groupId })
  const choice = (
    <>
      <GroupChoice groups={groups.data} />
      <OperatorsSwitch />
    </>
  )
  if (!query.data) return <QueryState query={query} count={4} />
  const { people, pages, pageCount } = query.data
  if (people.length === 0)
    return (
      <>
        <div className="activity-choice">{choice}</div>
        <EmptyState icon={Activity} text={t('dashboard.nobodyRead')} />
      </>
    )
  return (
    <>
      <div className="activity-choice">
        <Sums uses={people} first={t('dashboard.readers', { count: people.length })} />
        {choice}
      </div>
      {pages.length > 0 && <PageHeat pages={pages} pageCount={pageCount} />}
      <UseTable
        head={t('dashboard.person')}
        label={t('dashboard.readersLabel')}
        uses={people}
        nameOf={(person) => <Reader person={person} groups={groups.data} />}
      />
    </>
  )
}

interface ReaderProps {
  readonly person: ItemActivity['people'][number]
  readonly groups: readonly Group[] | undefined
}

function Reader({ person: { name, groupId }, groups = [] }: ReaderProps) {
  const group = groups.length > 1 ? groups.find(({ id }) => id === groupId) : undefined
  return (
    <>
      {name}
      {group && (
        <span className="activity-group meta">
          <GroupName group={group} />
        </span>
      )}
    </>
  )
}

function OfPerson({ roomId, userId }: { readonly roomId: number; readonly userId: number }) {
  const { t } = useTranslation()
  const [language] = useLanguage()
  const query = usePersonActivity(roomId, userId)
  if (!query.data) return <QueryState query={query} count={4} />
  const { documents, lastSeenAt } = query.data
  return (
    <>
      <p className="activity-seen meta numbers">
        <span>
          {lastSeenAt === null
            ? t('dashboard.neverSeen')
            : t('dashboard.lastSeen', { at: formatInstant(lastSeenAt, language) })}
        </span>
        <HistoryLink className={buttonClass({ size: 'small' })} show={{ user: userId }}>
          {t('dashboard.toHistory')}
        </HistoryLink>
      </p>
      {documents.length === 0 ? (
        <EmptyState icon={Activity} text={t('dashboard.readNothing')} />
      ) : (
        <>
          <Sums
            uses={documents}
            first={t('dashboard.readDocuments', { count: documents.length })}
          />
          <UseTable
            head={t('dashboard.document')}
            label={t('dashboard.documentsLabel')}
            uses={documents}
            nameOf={({ name }) => (
              <span className="file-name" title={name}>
                <FileName name={name} />
              </span>
            )}
          />
        </>
      )}
    </>
  )
}

type Use = ItemActivity['people'][number] | PersonActivity['documents'][number]

const total = (uses: readonly Use[], of: (use: Use) => number): number =>
  uses.reduce((sum, use) => sum + of(use), 0)

function Sums({ uses, first }: { readonly uses: readonly Use[]; readonly first: string }) {
  const { t } = useTranslation()
  const duration = useDuration()
  const views = t('dashboard.viewCount', { count: total(uses, (use) => use.views) })
  return (
    <p className="activity-sums numbers">
      {[first, views, duration(total(uses, ({ seconds }) => seconds))].join(' · ')}
    </p>
  )
}

const keyOf = (use: Use): number => ('userId' in use ? use.userId : use.itemId)

interface UseTableProps<U extends Use> {
  readonly head: string
  readonly label: string
  readonly uses: readonly U[]
  readonly nameOf: (use: U) => ReactNode
}

function UseTable<U extends Use>({ head, label, uses, nameOf }: UseTableProps<U>) {
  const { t } = useTranslation()
  const duration = useDuration()
  const longest = Math.max(...uses.map(({ seconds }) => seconds))
  const value = (count: number) => t('dashboard.value', { value: count })
  return (
    <ScrollArea className="activity-uses" label={label}>
      <table className="dashboard-table" aria-label={label}>
        <thead>
          <tr>
            <th scope="col">{head}</th>
            {(['views', 'prints', 'downloads', 'time', 'lastDay'] as const).map((column) => (
              <th key={column} scope="col" className="dashboard-figure">
                {t(`dashboard.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {uses.map((use) => (
            <tr key={keyOf(use)}>
              <th scope="row">
                {nameOf(use)}
                <Bar value={use.seconds} most={longest} />
              </th>
              <td className="dashboard-figure numbers">{value(use.views)}</td>
              <td className="dashboard-figure numbers">{value(use.prints)}</td>
              <td className="dashboard-figure numbers">{value(use.downloads)}</td>
              <td className="dashboard-figure numbers">{duration(use.seconds)}</td>
              <td className="dashboard-figure numbers">{use.lastDay}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollArea>
  )
}
