import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { LIMITS } from '../../../contract/core/limits.ts'
import { formatSize } from '../../lib/format.ts'
import { useTranslation } from '../../lib/i18n.ts'
import type { RoomNumbers } from './dashboard-query.ts'
import { HistoryLink } from './history-link.tsx'

interface NumberCardsProps {
  readonly info: RoomNumbers['info']
  readonly today: { readonly day: string; readonly total: number } | undefined
}

export function NumberCards({ info, today }: NumberCardsProps) {
  const { t } = useTranslation()
  const number = (value: number) => t('dashboard.value', { value })
  const others = t('dashboard.of', { total: number(Math.max(info.userCnt - 1, 0)) })
  const activity = today?.total ?? info.todayLogCnt
  const limit =
    info.userLimit === LIMITS.usersUnlimited ? t('dashboard.noLimit') : number(info.userLimit)
  return (
    <ul className="dashboard-cards" aria-label={t('dashboard.numbers')}>
      <li>
        <Link className="dashboard-card" to="/admin/invitation" search={{ show: 'printBlocked' }}>
          <Numbers
            label={t('dashboard.blockPrint')}
            value={number(info.blockPrint)}
            beside={others}
          />
        </Link>
      </li>
      <li>
        <Link
          className="dashboard-card"
          to="/admin/invitation"
          search={{ show: 'downloadBlocked' }}
        >
          <Numbers
            label={t('dashboard.blockDownload')}
            value={number(info.blockDownload)}
            beside={others}
          />
        </Link>
      </li>
      <li>
        <Link className="dashboard-card" to="/admin/invitation" search={{ show: 'blockedPeople' }}>
          <Numbers
            label={t('dashboard.blockAccess')}
            value={number(info.blockAccess)}
            beside={others}
          />
        </Link>
      </li>
      <li>
        <Link className="dashboard-card" to="/admin/invitation">
          <Numbers
            label={t('dashboard.users')}
            value={number(info.userCnt)}
            beside={t('dashboard.of', { total: limit })}
          />
        </Link>
      </li>
      <li className="dashboard-card-wide">
        <Link className="dashboard-card" to="/admin/upload">
          <Numbers
            label={t('dashboard.storage')}
            value={formatSize(info.nowStorage)}
            beside={t('dashboard.of', { total: formatSize(info.maxStorage) })}
          />
        </Link>
      </li>
      <li>
        <Link className="dashboard-card" to="/admin/upload">
          <Numbers label={t('dashboard.files')} value={number(info.fileCnt)} />
        </Link>
      </li>
      <li>
        <HistoryLink
          className="dashboard-card"
          show={today === undefined ? {} : { from: today.day, to: today.day }}
        >
          <Numbers
            label={t('dashboard.today')}
            value={number(activity)}
            beside={t('dashboard.cases', { count: activity })}
          />
        </HistoryLink>
      </li>
    </ul>
  )
}

interface NumbersProps {
  readonly label: string
  readonly value: string
  readonly beside?: ReactNode
}

function Numbers({ label, value, beside }: NumbersProps) {
  return (
    <>
      <span className="meta">{label}</span>{' '}
      <span className="dashboard-number numbers">
        <strong>{value}</strong> <span className="meta">{beside}</span>
      </span>
    </>
  )
}
