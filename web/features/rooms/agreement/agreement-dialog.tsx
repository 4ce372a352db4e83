import './agreement-dialog.css'
import '../../../ui/field/field.css'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { FileUp } from 'lucide-react'
import { useId, useState } from 'react'
import { LIMITS } from '../../../../contract/core/limits.ts'
import {
  AGREEMENT_FORMS,
  type OwnAgreement,
  update,
} from '../../../../contract/features/rooms/agreement.ts'
import { useApi } from '../../../lib/api/api-context.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { agreementQuery } from '../../../room/agreement/agreement-query.ts'
import { AgreementText } from '../../../room/agreement/agreement-text.tsx'
import { useDialogs } from '../../../ui/dialog/dialogs.tsx'
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx'
import { Choice } from '../../../ui/field/choice.tsx'
import { FileButton } from '../../../ui/field/file-button.tsx'
import { ScrollArea } from '../../../ui/list/scroll-area.tsx'
import { base64Of } from '../file-base64.ts'

interface AgreementDialogProps {
  readonly roomId: number
  readonly onClose: () => void
}

export function AgreementDialog({ roomId, onClose }: AgreementDialogProps) {
  const known = useQuery(agreementQuery(useApi(), roomId)).data
  return known === undefined ? null : (
    <AgreementForm roomId={roomId} known={known} onClose={onClose} />
  )
}

const FORMS = ['product', ...AGREEMENT_FORMS] as const
type Form = (typeof FORMS)[number]

const LABELS = {
  product: ['agreement.product', 'agreement.productHint'],
  text: ['agreement.text', 'agreement.textHint'],
  pdf: ['agreement.pdf', 'agreement.pdfHint'],
} as const satisfies Record<Form, readonly [string, string]>

interface Typed {
  readonly form: Form
  readonly ko: string
  readonly en: string
  readonly pdf: File | undefined
  readonly signature: boolean
}

const typedOf = (known: OwnAgreement | null): Typed => ({
  form: known?.form ?? 'product',
  ko: known?.texts.ko ?? '',
  en: known?.texts.en ?? '',
  pdf: undefined,
  signature: known?.signature ?? false,
})

interface AgreementFormProps extends AgreementDialogProps {
  readonly known: OwnAgreement | null
}

function AgreementForm({ roomId, known, onClose }: AgreementFormProps) {
  const { t } = useTranslation()
  const api = useApi()
  const queries = useQueryClient()
  const dialogs = useDialogs()
  const [typed, setTyped] = useState(() => typedOf(known))
  const { form, ko, en, pdf, signature } = typed
  const set = (changes: Partial<Typed>) => setTyped((current) => ({ ...current, ...changes }))
  const save = async (): Promise<string | undefined> => {
    if (form === 'product' && known === null) return onClose() as undefined
    if (form === 'pdf' && !pdf) return t('agreement.missing')
    const question = {
      tone: 'check',
      text: t('agreement.ask'),
      detail: t('agreement.askDetail'),
      confirmLabel: t('agreement.askSave'),
    } as const
    if (!(await dialogs.confirm(question))) return undefined
    const content =
      form === 'text'
        ? { ko, en, signature }
        : form === 'pdf'
          ? { pdf: (await base64Of(pdf)) ?? '', signature }
          : {}
    await api.call(update, { body: { id: roomId, seen: known?.version ?? 0, form, ...content } })
    onClose()
    // The operator's own session must accept the new agreement too.
    await queries.invalidateQueries()
    return undefined
  }
  return (
    <FormDialog
      title={t('agreement.title')}
      help={{ text: t('agreement.help'), className: 'meta' }}
      className="agreement-form"
      size="wide"
      submit={t('agreement.save')}
      waiting={t('agreement.waiting')}
      onSubmit={save}
      onClose={onClose}
    >
      <div className="agreement-columns">
        <AgreementFields typed={typed} set={set} />
        <Preview roomId={roomId} known={known} typed={typed} />
      </div>
    </FormDialog>
  )
}

interface AgreementFieldsProps {
  readonly typed: Typed
  readonly set: (changes: Partial<Typed>) => void
}

function AgreementFields({ typed: { form, ko, en, pdf, signature }, set }: AgreementFieldsProps) {
  const { t } = useTranslation()
  const id = useId()
  return (
    <div className="agreement-fields">
      <fieldset className="choices">
        <legend>{t('agreement.kind')}</legend>
        {FORMS.map((each) => (
          <Choice
            key={each}
            type="radio"
            name={id}
            isChosen={form === each}
            onChange={() => set({ form: each })}
          >
            <span>
              {t(LABELS[each][0])}
              <span className="meta">{t(LABELS[each][1])}</span>
            </span>
          </Choice>
        ))}
      </fieldset>
      {form === 'text' && (
        <>
          <TextOf label={t('agreement.ko')} value={ko} onValue={(value) => set({ ko: value })} />
          <TextOf label={t('agreement.en')} value={en} onValue={(value) => set({ en: value })} />
        </>
      )}
      {form === 'pdf' && (
        <FileButton
          icon={FileUp}
          label={t(pdf ? 'agreement.replace' : 'agreement.choose')}
          accept="application/pdf,.pdf"
          onFile={(chosen) => set({ pdf: chosen })}
        />
      )}
      {form !== 'product' && (
        <Choice
          type="checkbox"
          isChosen={signature}
          onChange={(value) => set({ signature: value })}
        >
          <span>
            {t('agreement.signature')}
            <span className="meta">{t('agreement.signatureHint')}</span>
          </span>
        </Choice>
      )}
    </div>
  )
}

interface TextOfProps {
  readonly label: string
  readonly value: string
  readonly onValue: (value: string) => void
}

function TextOf({ label, value, onValue }: TextOfProps) {
  const id = useId()
  return (
    <div className="agreement-field">
      <label htmlFor={id}>{label}</label>
      <textarea
        id={id}
        className="field"
        rows={6}
        maxLength={LIMITS.agreementText}
        value={value}
        onChange={({ currentTarget }) => onValue(currentTarget.value)}
      />
    </div>
  )
}

interface PreviewProps {
  readonly roomId: number
  readonly known: OwnAgreement | null
  readonly typed: Typed
}

/** Only the server can draw a PDF just chosen. */
function Preview({ roomId, known, typed: { form, ko, en, pdf, signature } }: PreviewProps) {
  const { t } = useTranslation()
  if (form === 'product') return null
  const written: OwnAgreement = {
    version: 0,
    form: 'text',
    texts: { ...(ko && { ko }), ...(en && { en }) },
    pages: [],
    signature,
  }
  const isKept = form === 'pdf' && !pdf && known?.form === 'pdf'
  const shown = isKept ? known : form === 'text' && (ko || en) ? written : undefined
  const missing = form === 'pdf' ? t('agreement.emptyPdf') : t('agreement.emptyPreview')
  return (
    <div className="agreement-preview">
      <h3 className="section">{t('agreement.preview')}</h3>
      {known && <p className="meta">{t('agreement.current', { version: known.version })}</p>}
      <ScrollArea className="agreement-shown" label={t('agreement.preview')}>
        {shown && <AgreementText roomId={roomId} agreement={shown} />}
        {!shown && (
          <p className="meta">
            {pdf && form === 'pdf' ? t('agreement.newPdf', { name: pdf.name }) : missing}
          </p>
        )}
      </ScrollArea>
    </div>
  )
}
