import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { PayloadOut } from '../../../contract/core/operation.ts'
import { health } from '../../../contract/features/console/console-installation.ts'
import { useApi } from '../../lib/api/api-context.ts'
import { formatInstant, formatSize } from '../../lib/format.ts'
import { useLanguage, useTranslation } from '../../lib/i18n.ts'
import { Chip } from '../../ui/list/chip.tsx'
import { Fact } from '../../ui/list/facts.tsx'
import { QueryState } from '../../ui/state/query-state.tsx'
import { ConsoleTable } from '../console-table.tsx'

type Health = PayloadOut<typeof health>

const AGAIN_MS = 30_000

export function HealthPage() {
  const api = useApi()
  const query = useQuery({
    queryKey: ['health'],
    queryFn: ({ signal }) => api.call(health, {}, { signal }),
    refetchInterval: AGAIN_MS,
  })
  return (
    <>
      <QueryState query={query} count={6} />
      {query.data && (
        <div className="console-cards">
          <Dependencies {...query.data} />
          <Counts {...query.data} />
          <Dates {...query.data} />
          <Jobs jobs={query.data.jobs} />
        </div>
      )}
    </>
  )
}

function Card({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className="console-part">
      <h2>{title}</h2>
      {children}
    </section>
  )
}

function Dependencies({ dependencies, disk, release, servers }: Health) {
  const { t } = useTranslation()
  const nameOf = (name: string) => {
    if (name === 'database') return t('console.database')
    return name === 'object_storage' ? t('console.storage') : t('console.scanner')
  }
  return (
    <Card title={t('console.runsOn')}>
      <dl className="facts">
        {dependencies.map(({ name, isUp }) => (
          <Fact key={name} name={nameOf(name)}>
            <Chip tone={isUp ? 'ok' : 'danger'} text={t(isUp ? 'console.up' : 'console.down')} />
          </Fact>
        ))}
        {disk && (
          <Fact name={t('console.disk')}>
            {t('console.free', { free: formatSize(disk.free), size: formatSize(disk.size) })}
          </Fact>
        )}
        <Fact name={t('console.servers')}>{servers}</Fact>
        <Fact name={t('console.release')}>{release}</Fact>
      </dl>
    </Card>
  )
}

function Counts({ rooms, sessions, mails, workers }: Health) {
  const { t } = useTranslation()
  return (
    <Card title={t('console.counts')}>
      <dl className="facts">
        {rooms.map(({ phase, count }) => (
          <Fact key={phase} name={t(`console.phase_${phase}`)}>
            {t('console.roomCount', { count })}
          </Fact>
        ))}
        <Fact name={t('console.sessions')}>{sessions}</Fact>
        <Fact name={t('console.mailsWaiting')}>{mails.waiting}</Fact>
        <Fact name={t('console.mailsFailed')}>{mails.failed}</Fact>
        <Fact name={t('console.workers')}>{workers}</Fact>
      </dl>
    </Card>
  )
}

function Dates({ certificates, backupAt }: Health) {
  const { t } = useTranslation()
  const [language] = useLanguage()
  return (
    <Card title={t('console.dates')}>
      <dl className="facts">
        <Fact name={t('console.backup')}>
          {backupAt === null ? t('console.none') : formatInstant(backupAt, language)}
        </Fact>
        {certificates.map(({ name, endsAt }) => (
          <Fact key={name} name={name}>
            {t('console.endsAt', { at: formatInstant(endsAt, language) })}
          </Fact>
        ))}
        {certificates.length === 0 && (
          <Fact name={t('console.certificates')}>{t('console.none')}</Fact>
        )}
      </dl>
    </Card>
  )
}

const STATES = ['waiting', 'running', 'retrying', 'failed'] as const

function Jobs({ jobs }: Pick<Health, 'jobs'>) {
  const { t } = useTranslation()
  const heads = [
    { id: 'name', content: t('console.job') },
    ...STATES.map((id) => ({ id, content: t(`console.job_${id}`) })),
  ]
  return (
    <Card title={t('console.jobs')}>
      {jobs.length === 0 ? (
        <p className="meta">{t('console.noJobs')}</p>
      ) : (
        <ConsoleTable label={t('console.jobs')} heads={heads}>
          {jobs.map((job) => (
            <tr key={job.name}>
              <td className="console-row-title">{job.name}</td>
              {STATES.map((state) => (
                <td key={state} className="numbers" data-label={t(`console.job_${state}`)}>
                  {job[state]}
                </td>
              ))}
            </tr>
          ))}
        </ConsoleTable>
      )}
    </Card>
  )
}
