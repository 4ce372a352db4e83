import './properties-dialog.css'
import { useQuery } from '@tanstack/react-query'
import { Folder } from 'lucide-react'
import { useId } from 'react'
import { type Item, measure } from '../../../../contract/features/documents.ts'
import { useApi } from '../../../lib/api/api-context.ts'
import { formatInstant, formatSize } from '../../../lib/format.ts'
import { useLanguage, useTranslation } from '../../../lib/i18n.ts'
import { Modal, ModalClose } from '../../../ui/dialog/modal.tsx'
import { Fact } from '../../../ui/list/facts.tsx'
import { FileIcon } from '../../../ui/list/file-icon.tsx'
import { isFolder, typeName } from '../file-kind.ts'
import { pathTo } from '../tree/path-to.ts'
import { ExpectedProperty } from './expected-property.tsx'
import { Measuring, Unmeasured } from './measuring.tsx'
import { PreviewProperty } from './preview-property.tsx'
import { PublishingProperty } from './publishing-property.tsx'

interface PropertiesDialogProps {
  readonly item: Item
  readonly caller: { readonly id: number; readonly roomId: number }
  readonly onClose: () => void
}

export function PropertiesDialog({ item, caller, onClose }: PropertiesDialogProps) {
  const { t } = useTranslation()
  const [language] = useLanguage()
  const id = useId()
  return (
    <Modal labelledBy={`${id}-title`} onDismiss={onClose}>
      <h2 id={`${id}-title`} className="title">
        {t('item.properties')}
      </h2>
      <dl className="facts">
        <Fact name={t('documents.name')}>
          <span className="properties-name">
            {isFolder(item) ? <Folder /> : <FileIcon name={item.name} />}
            {item.name}
          </span>
        </Fact>
        <Fact name={t('documents.type')}>{typeName(item, t)}</Fact>
        <Fact name={t('item.where')}>{[t('documents.root'), ...pathTo(item)].join(' / ')}</Fact>
        <Fact name={t('documents.date')}>{formatInstant(item.uploadedAt, language)}</Fact>
        {item.permission.edit && (
          <Fact name={t('item.publishing')}>
            <PublishingProperty item={item} />
          </Fact>
        )}
        {isFolder(item) ? (
          item.permission.edit && (
            <>
              <FolderProperties item={item} caller={caller} />
              <ExpectedProperty folder={item.id} caller={caller} />
            </>
          )
        ) : (
          <>
            <Fact name={t('documents.size')}>
              <Bytes bytes={item.size} />
            </Fact>
            {item.preview !== null && (
              <Fact name={t('item.preview')}>
                <PreviewProperty item={item} caller={caller} />
              </Fact>
            )}
          </>
        )}
        <Fact name={t('item.id')}>{item.id}</Fact>
      </dl>
      <ModalClose onClick={onClose}>{t('common.close')}</ModalClose>
    </Modal>
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

function FolderProperties({ item, caller }: Pick<PropertiesDialogProps, 'item' | 'caller'>) {
  const { t } = useTranslation()
  const api = useApi()
  const measuring = useQuery({
    queryKey: ['measure', caller.roomId, item.id],
    staleTime: 0,
    gcTime: 0,
    queryFn: ({ signal }) =>
      api.call(
        measure,
        { body: { fileIds: [item.id], id: caller.id, roomId: caller.roomId } },
        { signal },
      ),
  })
  const { data } = measuring
  if (!data) {
    return (
      <>
        <Fact name={t('item.contents')}>
          {measuring.isError ? <Unmeasured measuring={measuring} /> : <Measuring />}
        </Fact>
        {measuring.isPending && (
          <Fact name={t('documents.size')}>
            <Measuring />
          </Fact>
        )}
      </>
    )
  }
  const contents = `${t('item.folders', { count: data.folders - 1 })}, ${t('item.files', { count: data.files })}`
  return (
    <>
      <Fact name={t('item.contents')}>
        {data.isCapped ? t('item.orMore', { contents }) : contents}
      </Fact>
      <Fact name={t('documents.size')}>
        {data.isCapped ? (
          t('item.orMore', { contents: formatSize(data.bytes) })
        ) : (
          <Bytes bytes={data.bytes} />
        )}
      </Fact>
    </>
  )
}
