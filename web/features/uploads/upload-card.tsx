import { useEffect, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { useDialogs } from '../../ui/dialogs.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { UploadEntry, UploadQueue } from './upload-queue.ts'

const LISTED = 60

/** Those that need a look come first: what failed, what moves, what waits; what is done, last. */
const ORDER: Record<UploadEntry['state'], number> = { failed: 0, refused: 1, sending: 2, waiting: 3, canceled: 4, done: 5 }

/** The progress of all uploads, in a corner of whatever screen is open. */
export function UploadCard({ queue }: { readonly queue: UploadQueue }) {
  const { t } = useTranslation()
  const dialogs = useDialogs()
  const { entries, isActive } = useSyncExternalStore(queue.subscribe, queue.snapshot)
  useLeaveWarning(isActive)
  if (entries.length === 0) return null

  const cancel = async () => {
    if (await dialogs.confirm({ tone: 'check', text: t('uploads.cancelConfirm') })) queue.cancel()
  }
  const hasFailed = entries.some(({ state }) => state === 'failed')
  const listed = [...entries].sort((a, b) => ORDER[a.state] - ORDER[b.state]).slice(0, LISTED)
  return (
    <aside className="upload-card" aria-label={t('uploads.card')}>
      <header>
        <p role="status">
          <Summary entries={entries} isActive={isActive} />
        </p>
        {isActive ? (
          <button type="button" className="button small" onClick={() => void cancel()}>
            {t('uploads.cancel')}
          </button>
        ) : (
          <>
            {hasFailed && (
              <button type="button" className="button small" onClick={() => queue.retryFailed()}>
                {t('common.retry')}
              </button>
            )}
            <button type="button" className="button quiet square" aria-label={t('common.close')} onClick={() => queue.dismiss()}>
              <Icon name="close" />
            </button>
          </>
        )}
      </header>
      {isActive && <Bar entries={entries} label={t('uploads.card')} />}
      <ul>
        {listed.map((entry) => (
          <Entry key={entry.id} entry={entry} />
        ))}
        {entries.length > LISTED && <li className="meta">{t('uploads.hidden', { count: entries.length - LISTED })}</li>}
      </ul>
    </aside>
  )
}

/** One sentence for the whole; the numbers follow while it runs. */
function Summary({ entries, isActive }: { readonly entries: readonly UploadEntry[]; readonly isActive: boolean }) {
  const { t } = useTranslation()
  const ok = entries.filter(({ state }) => state === 'done').length
  const fail = entries.length - ok
  if (isActive) return t('uploads.progress', { done: ok, total: entries.filter(({ state }) => state !== 'refused').length })
  if (ok === 0) return t('uploads.none')
  const text = fail > 0 ? t('uploads.partial', { ok, fail }) : ok === 1 ? t('uploads.okOne') : t('uploads.okMany', { count: ok })
  return fail > 0 ? (
    text
  ) : (
    <>
      <strong lang="en">Succeed</strong> {text}
    </>
  )
}

function Bar({ entries, label }: { readonly entries: readonly UploadEntry[]; readonly label: string }) {
  const counted = entries.filter(({ state }) => state !== 'refused' && state !== 'canceled')
  const total = counted.reduce((sum, { size }) => sum + size, 0)
  const sent = counted.reduce((sum, entry) => sum + entry.sent, 0)
  return <progress aria-label={label} max={Math.max(total, 1)} value={sent} />
}

function Entry({ entry }: { readonly entry: UploadEntry }) {
  const { t } = useTranslation()
  const percent = `${Math.floor((entry.sent / Math.max(entry.size, 1)) * 100)}%`
  const words: Record<UploadEntry['state'], string> = {
    waiting: t('uploads.waiting'),
    sending: percent,
    done: t('uploads.done'),
    failed: t('uploads.failed', { detail: entry.reason ?? '' }),
    refused: entry.reason ?? '',
    canceled: t('uploads.canceled'),
  }
  return (
    <li className={`upload-entry ${entry.state}`}>
      <span className="upload-name" title={entry.path}>
        {entry.path}
      </span>
      <span className="meta numbers">{words[entry.state]}</span>
    </li>
  )
}

function useLeaveWarning(isActive: boolean): void {
  useEffect(() => {
    if (!isActive) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [isActive])
}
