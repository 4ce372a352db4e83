import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { Document } from 'react-pdf'
import { result, source } from '../../../../contract/features/compose.ts'
import { useApi, useErrorText } from '../../../lib/api/api-context.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { PDF_OPTIONS } from '../../../lib/pdf.ts'
import { FailureState, SkeletonRows } from '../../../ui/state/states.tsx'
import { COMPOSE_KEY } from '../queries.ts'

interface PdfDocumentProps {
  readonly templateId: number
  readonly isSealed: boolean
  readonly children: ReactNode
}

function usePdf(templateId: number, isSealed: boolean) {
  const api = useApi()
  return useQuery({
    queryKey: [...COMPOSE_KEY, 'pdf', templateId, isSealed],
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
    queryFn: ({ signal }) =>
      api.bytes(
        isSealed ? result : source,
        { params: { templateId: String(templateId) }, query: { purpose: 'view' } },
        { signal },
      ),
  })
}

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
    const text = pdf.isError
      ? `${t('compose.failedPdf')}\n${errorText(pdf.error)}`
      : t('compose.failedPdf')
    return (
      <FailureState
        text={text}
        retryLabel={t('common.retry')}
        isRetrying={pdf.isFetching}
        onRetry={retry}
      />
    )
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
