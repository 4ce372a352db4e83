import { Download, FileUp } from 'lucide-react'
import { type DragEvent, useState } from 'react'
import { saveFile } from '../../../lib/browser/save-file.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { FileButton } from '../../../ui/field/file-button.tsx'
import { structureCsv } from './structure-csv.ts'

interface FileChoiceProps {
  readonly file: File | undefined
  readonly onFile: (file: File) => void
}

export function FileChoice({ file, onFile }: FileChoiceProps) {
  const { t } = useTranslation()
  const [isOver, setOver] = useState(false)
  const onDrag = (event: DragEvent) => {
    event.preventDefault()
    setOver(event.type !== 'dragleave')
  }
  const onDrop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    const [dropped] = event.dataTransfer.files
    if (dropped) onFile(dropped)
  }
  const saveSample = () => {
    const names = t('structure.sample').split('|')
    const rows = names.map((name) => [name.startsWith('>') ? 2 : 1, name.replace('>', '')] as const)
    saveFile(
      structureCsv(
        [t('structure.headLevel'), t('structure.headName')],
        rows,
        t('structure.sampleName'),
      ),
    )
  }
  return (
    <div className="structure-file">
      <section
        className="structure-drop"
        aria-label={t('structure.file')}
        data-over={isOver || undefined}
        onDragEnter={onDrag}
        onDragOver={onDrag}
        onDragLeave={onDrag}
        onDrop={onDrop}
      >
        <p>{t('structure.drop')}</p>
        <FileButton
          icon={FileUp}
          label={t(file ? 'structure.chooseOther' : 'structure.chooseFile')}
          accept=".xlsx,.csv"
          onFile={onFile}
        />
        {file && <p className="structure-file-name">{file.name}</p>}
      </section>
      <p className="meta modal-text">{t('structure.fileHelp')}</p>
      <Button size="small" icon={Download} onClick={saveSample}>
        {t('structure.saveSample')}
      </Button>
    </div>
  )
}
