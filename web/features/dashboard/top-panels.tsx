import { type ReactNode, useId } from 'react'
import { useTranslation } from '../../lib/i18n.ts'
import type { Group } from '../../room/groups.ts'
import { FileName } from '../../ui/list/file-name.tsx'
import { GroupName } from '../../ui/list/group-name.tsx'
import { Bar } from './charts/bar.tsx'
import type { Overview } from './dashboard-query.ts'
import { useDuration } from './duration.ts'

const most = (numbers: readonly number[]): number => Math.max(0, ...numbers)

interface TopPanelProps {
  readonly title: string
  readonly heads: readonly string[]
  readonly emptyText: string
  readonly children: readonly ReactNode[]
}

function TopPanel({ title, heads, emptyText, children }: TopPanelProps) {
  const id = useId()
  const [first, ...figures] = heads
  return (
    <section className="dashboard-panel" aria-labelledby={`${id}-title`}>
      <div className="dashboard-panel-head">
        <h2 id={`${id}-title`}>{title}</h2>
      </div>
      {children.length === 0 ? (
        <p className="dashboard-none">{emptyText}</p>
      ) : (
        <table className="dashboard-table" aria-labelledby={`${id}-title`}>
          <thead>
            <tr>
              <th scope="col">{first}</th>
              {figures.map((head) => (
                <th key={head} scope="col" className="dashboard-figure">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>{children}</tbody>
        </table>
      )}
    </section>
  )
}

interface OpenerProps {
  readonly name: string
  readonly value: number
  readonly most: number
  readonly onOpen: () => void
  readonly children: ReactNode
}

function Opener({ name, value, most: longest, onOpen, children }: OpenerProps) {
  const { t } = useTranslation()
  return (
    <th scope="row">
      <button
        type="button"
        className="dashboard-opener"
        aria-haspopup="dialog"
        aria-label={t('dashboard.activityOf', { name })}
        onClick={onOpen}
      >
        {children}
      </button>
      <Bar value={value} most={longest} />
    </th>
  )
}

interface DocumentsPanelProps {
  readonly documents: Overview['documents']
  readonly onItem: (id: number, name: string) => void
}

export function DocumentsPanel({ documents, onItem }: DocumentsPanelProps) {
  const { t } = useTranslation()
  const duration = useDuration()
  const longest = most(documents.map(({ views }) => views))
  return (
    <TopPanel
      title={t('dashboard.documents')}
      heads={[t('dashboard.document'), t('dashboard.views'), t('dashboard.time')]}
      emptyText={t('dashboard.noDocuments')}
    >
      {documents.map(({ itemId, name, views, seconds }) => (
        <tr key={itemId}>
          <Opener name={name} value={views} most={longest} onOpen={() => onItem(itemId, name)}>
            <span className="file-name">
              <FileName name={name} />
            </span>
          </Opener>
          <td className="dashboard-figure numbers">{t('dashboard.value', { value: views })}</td>
          <td className="dashboard-figure numbers">{duration(seconds)}</td>
        </tr>
      ))}
    </TopPanel>
  )
}

interface PeoplePanelProps {
  readonly people: Overview['people']
  readonly onPerson: (userId: number, name: string) => void
}

export function PeoplePanel({ people, onPerson }: PeoplePanelProps) {
  const { t } = useTranslation()
  const longest = most(people.map(({ entries }) => entries))
  return (
    <TopPanel
      title={t('dashboard.people')}
      heads={[t('dashboard.person'), t('dashboard.activity')]}
      emptyText={t('dashboard.noPeople')}
    >
      {people.map(({ userId, name, entries }) => (
        <tr key={userId}>
          <Opener name={name} value={entries} most={longest} onOpen={() => onPerson(userId, name)}>
            <span className="ellipsis">{name}</span>
          </Opener>
          <td className="dashboard-figure numbers">{t('dashboard.value', { value: entries })}</td>
        </tr>
      ))}
    </TopPanel>
  )
}

interface GroupsPanelProps {
  readonly uses: Overview['groups']
  readonly groups: readonly Group[]
}

export function GroupsPanel({ uses, groups }: GroupsPanelProps) {
  const { t } = useTranslation()
  const duration = useDuration()
  const longest = most(uses.map(({ seconds }) => seconds))
  const shown = uses.flatMap((use) => {
    const group = groups.find(({ id }) => id === use.groupId)
    return group ? [{ ...use, group }] : []
  })
  return (
    <TopPanel
      title={t('dashboard.groups')}
      heads={[
        t('dashboard.group'),
        t('dashboard.activeReaders'),
        t('dashboard.views'),
        t('dashboard.downloads'),
        t('dashboard.time'),
      ]}
      emptyText={t('dashboard.noPeople')}
    >
      {shown.map(({ group, people, readers, views, downloads, seconds }) => (
        <tr key={group.id}>
          <th scope="row" className="dashboard-wide">
            <GroupName group={group} />
            <Bar value={seconds} most={longest} />
          </th>
          <td className="dashboard-figure numbers">
            {t('dashboard.readersOf', { readers, people })}
          </td>
          <td className="dashboard-figure numbers">{t('dashboard.value', { value: views })}</td>
          <td className="dashboard-figure numbers">{t('dashboard.value', { value: downloads })}</td>
          <td className="dashboard-figure numbers">{duration(seconds)}</td>
        </tr>
      ))}
    </TopPanel>
  )
}
