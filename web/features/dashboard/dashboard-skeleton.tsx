import { useTranslation } from '../../lib/i18n.ts'

const CARDS = ['print', 'download', 'access', 'users', 'storage', 'files', 'today'] as const

export function DashboardSkeleton() {
  const { t } = useTranslation()
  return (
    <div className="skeleton dashboard-skeleton" role="status">
      <span className="hidden">{t('common.loading')}</span>
      <div className="dashboard-cards" aria-hidden="true">
        {CARDS.map((card) => (
          <div
            key={card}
            className={card === 'storage' ? 'dashboard-card dashboard-card-wide' : 'dashboard-card'}
          >
            <span className="skeleton-bar" />
            <span className="skeleton-bar" />
          </div>
        ))}
      </div>
      <div className="dashboard-panels" aria-hidden="true">
        <PanelShape />
        <PanelShape />
      </div>
    </div>
  )
}

export function PanelsSkeleton() {
  const { t } = useTranslation()
  return (
    <div className="skeleton" role="status">
      <span className="hidden">{t('common.loading')}</span>
      <PanelShape />
    </div>
  )
}

function PanelShape() {
  return (
    <div className="dashboard-panel dashboard-panel-shape" aria-hidden="true">
      <span className="skeleton-bar" />
      <span className="skeleton-bar" />
      <span className="skeleton-bar" />
    </div>
  )
}
