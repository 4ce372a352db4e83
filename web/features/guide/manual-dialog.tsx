import './manual.css'
import { ArrowLeft, X } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from '../../lib/i18n.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Modal } from '../../ui/dialog/modal.tsx'
import type { ManualPlace } from './guides.ts'
import { type ManualSection, SECTIONS } from './manual-content.ts'
import { SectionPages } from './manual-section.tsx'

const SINCE = 2024

interface ManualDialogProps {
  readonly start: ManualPlace
  readonly onClose: () => void
}

export function ManualDialog({ start, onClose }: ManualDialogProps) {
  const { t } = useTranslation()
  const id = useId()
  const [place, setPlace] = useState(start)
  const section = SECTIONS.find(({ number }) => number === place.number)
  return (
    <Modal labelledBy={`${id}-title`} size="wide" onDismiss={onClose}>
      <div className="manual">
        <header className="manual-head">
          {section && (
            <IconButton
              icon={ArrowLeft}
              label={t('manual.back')}
              onClick={() => setPlace({ number: 1 })}
            />
          )}
          <Heading key={place.number} id={`${id}-title`} section={section} />
          <IconButton
            icon={X}
            label={t('manual.close')}
            tip={t('common.close')}
            onClick={onClose}
          />
        </header>
        {section ? (
          <SectionPages key={section.number} section={section} start={place.tab} />
        ) : (
          <MainMenu onSection={(number) => setPlace({ number })} />
        )}
        <footer className="manual-foot meta numbers">© {SINCE} Sealroom</footer>
      </div>
    </Modal>
  )
}

function Heading({
  id,
  section,
}: {
  readonly id: string
  readonly section: ManualSection | undefined
}) {
  const { t, language } = useTranslation()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    heading.current?.focus({ preventScroll: true })
    heading.current?.closest('.modal')?.scrollTo(0, 0)
  }, [])
  return (
    <h2 id={id} ref={heading} className="title" tabIndex={-1}>
      {section ? `${t('manual.title')}: ${t(section.title)}` : t('manual.title')}
      {section && language === 'ko' && (
        <span className="manual-english" lang="en">
          {section.english}
        </span>
      )}
    </h2>
  )
}

function MainMenu({
  onSection,
}: {
  readonly onSection: (number: ManualSection['number']) => void
}) {
  const { t, language } = useTranslation()
  return (
    <>
      <p className="manual-lead">{t('manual.lead')}</p>
      <ul className="manual-menu">
        {SECTIONS.map(({ number, title, lead, english, Drawing }) => (
          <li key={number}>
            <Button onClick={() => onSection(number)}>
              <Drawing />
              <span className="manual-menu-title">
                {t(title)}
                {language === 'ko' && (
                  <span className="manual-english" lang="en">
                    {english}
                  </span>
                )}
              </span>
              <span className="meta">{t(lead)}</span>
            </Button>
          </li>
        ))}
      </ul>
    </>
  )
}
