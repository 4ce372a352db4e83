import { type ReactNode, useEffect, useState } from 'react'
import { Document } from 'react-pdf'
import { useErrorText } from '../../../lib/api-context.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { PDF_OPTIONS } from '../../../lib/pdf.ts'
import { FailureState, SkeletonRows } from '../../../ui/states.tsx'
import { usePdf } from '../file-of.ts'

interface PdfDocumentProps {
  readonly templateId: number
  /** Shows the sealed PDF in place of the one that was uploaded. */
  readonly isSealed: boolean
  readonly children: ReactNode
}

/** The PDF of a document, in which its pages can be drawn; until then, or where it cannot be read, it says so. */
export function PdfDocument({ templateId, isSealed, children }: PdfDocumentProps) {
  const { t } = useTranslation()
  const errorText = useErrorText()
  const pdf = usePdf(templateId, isSealed)
  const [isBroken, setBroken] = useState(false)
  useEffect(() => {
    if (pdf.data) setBroken(false)
  }, [pdf.data])
  if (pdf.isError || isBroken) {
    const retry = () => {
      setBroken(false)
      void pdf.refetch()
    }
    const text = pdf.isError ? `${t('compose.failedPdf')}\n${errorText(pdf.error)}` : t('compose.failedPdf')
    return <FailureState text={text} retryLabel={t('common.retry')} isRetrying={pdf.isFetching} onRetry={retry} />
  }
  if (!pdf.data) return <SkeletonRows label={t('compose.loadingPdf')} />
  return (
    <Document
      file={pdf.data}
      options={PDF_OPTIONS}
      loading={<SkeletonRows label={t('compose.loadingPdf')} />}
      error={<span />}
      noData={<p className="page-note">{t('compose.noPdf')}</p>}
      onLoadError={() => setBroken(true)}
      onSourceError={() => setBroken(true)}
    >
      {children}
    </Document>
  )
}
