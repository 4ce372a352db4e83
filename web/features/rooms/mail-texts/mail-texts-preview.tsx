import { useState } from 'react'
import { type MailTextKind, mailParagraphs } from '../../../../contract/core/mails/mail-texts.ts'
import type { BrandSettings } from '../../../../contract/features/rooms/brand.ts'
import type { MailTexts } from '../../../../contract/features/rooms/mail-texts.ts'
import { useLanguage, useTranslation } from '../../../lib/i18n.ts'
import { Segments } from '../../../ui/field/segments.tsx'
import { ScrollArea } from '../../../ui/list/scroll-area.tsx'
import { sampleOf } from './mail-samples.ts'

interface MailTextsPreviewProps {
  readonly kind: MailTextKind
  readonly text: MailTexts[MailTextKind]
  readonly brand: Pick<BrandSettings, 'firm' | 'sender' | 'footer'>
  readonly roomName: string
}

export function MailTextsPreview({
  kind,
  text,
  brand: { firm, sender, footer },
  roomName,
}: MailTextsPreviewProps) {
  const { t } = useTranslation()
  const [own] = useLanguage()
  const [language, setLanguage] = useState(own)
  const sample = sampleOf(kind, language)
  const name = t('mailTexts.sampleName')
  const shown = kind === 'invitation' ? [text[language]] : [text.ko, text.en]
  const introduction = shown.flatMap((each) =>
    mailParagraphs(each, { name, room: roomName, firm: firm || roomName }),
  )
  return (
    <div className="mail-texts-preview">
      <h3>
        {t('mailTexts.preview')}
        {kind === 'invitation' && (
          <Segments
            label={t('mailTexts.language')}
            names={['ko', 'en']}
            chosen={language}
            textOf={(each) => t(`mailTexts.${each}`)}
            onChoose={setLanguage}
          />
        )}
      </h3>
      <ScrollArea className="mail-texts-mail" label={t('mailTexts.preview')}>
        <div className="mail-texts-head">
          <p className="meta">{t('brand.sampleFrom', { name: sender || t('app.title') })}</p>
          <p>{sample.subject(roomName)}</p>
        </div>
        <p>
          <strong>{sample.greeting(name)}</strong>
        </p>
        {introduction.length > 0 && (
          <div className="mail-texts-own">
            {introduction.map((paragraph, index) => (
              <p key={`${index.toString()} ${paragraph}`}>{paragraph}</p>
            ))}
          </div>
        )}
        {sample.fixed.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
        {footer && <p className="meta">{footer}</p>}
        <p className="meta">{sample.end}</p>
      </ScrollArea>
    </div>
  )
}
