import './properties-dialog.css'
import { useQuery } from '@tanstack/react-query'
import { Folder } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { type Item, measure } from '../../../../contract/features/documents.ts'
import { useApi, useErrorText } from '../../../lib/api-context.ts'
import { formatInstant, formatSize } from '../../../lib/format.ts'
import { useLanguage, useTranslation } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { FileIcon } from '../../../ui/file-icon.tsx'
import { Modal, ModalClose } from '../../../ui/modal.tsx'
import { isFolder, typeName } from '../file-kind.ts'
import { wayTo } from '../way-to.ts'
import { PreviewProperty } from './preview-property.tsx'

interface PropertiesDialogProps {
  readonly item: Item
  readonly caller: { readonly id: number; readonly roomId: number }
  readonly onClose: () => void
}

/** What is known of an item. */
export function PropertiesDialog({ item, caller, onClose }: PropertiesDialogProps) {
  const { t } = useTranslation()
  const [language] = useLanguage()
  const id = useId()
  return (
    <Modal labelledBy={`${id}-title`} onDismiss={onClose}>
      <h2 id={`${id}-title`} className="title">
        {t('item.properties')}
      </h2>
      <dl className="properties">
        <Property name={t('documents.name')}>
          <span className="properties-name">
            {isFolder(item) ? <Folder /> : <FileIcon name={item.name} />}
            {item.name}
          </span>
        </Property>
        <Property name={t('documents.type')}>{typeName(item, t)}</Property>
        <Property name={t('item.where')}>{[t('documents.root'), ...wayTo(item)].join(' / ')}</Property>
        <Property name={t('documents.date')}>{formatInstant(item.uploadedAt, language)}</Property>
        {isFolder(item) ? (
          item.permission.edit && <FolderProperties item={item} caller={caller} />
        ) : (
          <>
            <Property name={t('documents.size')}>
              <Bytes bytes={item.size} />
            </Property>
            {item.preview !== null && (
              <Property name={t('item.preview')}>
                <PreviewProperty item={item} caller={caller} />
              </Property>
            )}
          </>
        )}
        <Property name={t('item.id')}>{item.id}</Property>
      </dl>
      <ModalClose onClick={onClose}>{t('common.close')}</ModalClose>
    </Modal>
  )
}

function Property({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="properties-row">
      <dt>{name}</dt>
      <dd className="numbers">{children}</dd>
    </div>
  )
}

function Bytes({ bytes }: { readonly bytes: number }) {
  const { t } = useTranslation()
  return (
    <>
      {formatSize(bytes)} <span className="meta">({t('item.bytes', { bytes })})</span>
    </>
  )
}

/** What is in a folder and below it, counted when it is asked for. */
function FolderProperties({ item, caller }: Pick<PropertiesDialogProps, 'item' | 'caller'>) {
  const { t } = useTranslation()
  const api = useApi()
  const measuring = useQuery({
    queryKey: ['measure', caller.roomId, item.id],
    staleTime: 0,
    gcTime: 0,
    queryFn: ({ signal }) => api.call(measure, { body: { fileIds: [item.id], id: caller.id, roomId: caller.roomId } }, { signal }),
  })
  const { data } = measuring
  if (!data) {
    return (
      <>
        <Property name={t('item.contents')}>{measuring.isError ? <Unmeasured measuring={measuring} /> : <Measuring />}</Property>
        {measuring.isPending && (
          <Property name={t('documents.size')}>
            <Measuring />
          </Property>
        )}
      </>
    )
  }
  // The folder itself is among what was counted.
  const contents = `${t('item.folders', { count: data.folders - 1 })}, ${t('item.files', { count: data.files })}`
  return (
    <>
      <Property name={t('item.contents')}>{data.isCapped ? t('item.orMore', { contents }) : contents}</Property>
      <Property name={t('documents.size')}>
        {data.isCapped ? t('item.orMore', { contents: formatSize(data.bytes) }) : <Bytes bytes={data.bytes} />}
      </Property>
    </>
  )
}

function Measuring() {
  const { t } = useTranslation()
  return (
    <span className="skeleton properties-measuring">
      <span className="hidden">{t('common.loading')}</span>
      <span className="skeleton-bar" />
    </span>
  )
}

interface UnmeasuredProps {
  readonly measuring: { readonly error: unknown; readonly isFetching: boolean; readonly refetch: () => unknown }
}

function Unmeasured({ measuring }: UnmeasuredProps) {
  const { t } = useTranslation()
  const errorText = useErrorText()
  return (
    <span className="properties-problem" role="alert">
      {errorText(measuring.error)}
      <Button size="small" isBusy={measuring.isFetching} onClick={() => void measuring.refetch()}>
        {t('common.retry')}
      </Button>
    </span>
  )
}
