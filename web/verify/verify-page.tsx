import './verify.css'
import { Download, Languages, TriangleAlert } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTitle } from '../lib/browser/use-title.ts'
import { useLanguage, useTranslation } from '../lib/i18n.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { Mark } from '../ui/page/mark.tsx'
import { ProgressBar } from '../ui/state/progress-bar.tsx'
import { type UnsupportedReason, unsupportedReason } from './crypto-provider.ts'
import { DropZone } from './drop-zone.tsx'
import { PasteNote } from './paste-note.tsx'
import { Results } from './results.tsx'
import { useCheck } from './use-check.ts'

export function VerifyPage() {
  const { t } = useTranslation()
  const blocker = useUnsupportedReason()
  const [notes, setNotes] = useState<readonly string[]>([])
  const check = useCheck()
  useTitle(t('verify.title'), t('app.title'))
  return (
    <main id="main" className="verify" tabIndex={-1}>
      <Head />
      {blocker ? (
        <p className="verify-lack" role="alert">
          <TriangleAlert aria-hidden="true" />
          {t(blocker === 'insecure' ? 'verify.lackInsecure' : 'verify.lackOld')}
        </p>
      ) : (
        <>
          <DropZone onFiles={(files) => void check.start(files, notes)} />
          <PasteNote notes={notes} onNotes={setNotes} />
        </>
      )}
      {check.share !== undefined && (
        <div className="verify-progress">
          <p className="numbers">
            {t('verify.checking')}{' '}
            <span className="meta">
              {t('verify.share', { percent: Math.floor(check.share * 100) })}
            </span>
          </p>
          <ProgressBar label={t('verify.checking')} share={check.share} />
          <Button size="small" onClick={check.stop}>
            {t('verify.stop')}
          </Button>
        </div>
      )}
      {check.hasFailed && (
        <p className="verify-lack" role="alert">
          <TriangleAlert aria-hidden="true" />
          {t('verify.failed')}
        </p>
      )}
      {check.results && <Results results={check.results} />}
      <About />
    </main>
  )
}

function useUnsupportedReason(): UnsupportedReason | undefined {
  const [blocker, setUnsupportedReason] = useState<UnsupportedReason>()
  useEffect(() => void unsupportedReason().then(setUnsupportedReason), [])
  return blocker
}

function Head() {
  const { t } = useTranslation()
  const [language, change] = useLanguage()
  const other = language === 'ko' ? 'en' : 'ko'
  return (
    <header className="verify-head">
      <div className="verify-bar">
        <Mark />
        <Button variant="quiet" icon={Languages} lang={other} onClick={() => change(other)}>
          {t('app.otherLanguage')}
        </Button>
      </div>
      <h1 className="headline">{t('verify.title')}</h1>
      <p className="verify-lead">{t('verify.lead')}</p>
    </header>
  )
}

const isCopy = location.protocol === 'file:'

function About() {
  const { t } = useTranslation()
  return (
    <footer className="verify-about">
      <h2>{t('verify.aboutTitle')}</h2>
      <ul>
        <li>{t('verify.about1')}</li>
        <li>{t('verify.about2')}</li>
        <li>{t('verify.about3')}</li>
      </ul>
      {!isCopy && (
        <div className="verify-download">
          <a href="./verify.html" download="verify.html" className={buttonClass()}>
            <Download aria-hidden="true" />
            {t('verify.download')}
          </a>
          <span className="meta">{t('verify.downloadHint')}</span>
        </div>
      )}
    </footer>
  )
}
