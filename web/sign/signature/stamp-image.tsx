import { Upload } from 'lucide-react'
import { useEffect, useEffectEvent, useId, useState } from 'react'
import { useTranslation } from '../../lib/i18n.ts'
import { FileButton } from '../../ui/field/file-button.tsx'
import { removeBackground } from './remove-background.ts'
import { changedCanvas, pngOf, readStampImage } from './signature-image.ts'

const TYPES = ['image/png', 'image/jpeg']
const BYTES_MAX = 30_000_000
const THRESHOLD = 0.18

export function StampImageField({
  onImage,
}: {
  readonly onImage: (image: string | undefined) => void
}) {
  const { t } = useTranslation()
  const id = useId()
  const report = useEffectEvent(onImage)
  const [source, setSource] = useState<HTMLCanvasElement>()
  const [threshold, setThreshold] = useState(THRESHOLD)
  const [image, setImage] = useState<string>()
  const [problem, setProblem] = useState<'sealType' | 'sealBroken' | 'sealGone'>()
  useEffect(() => {
    if (!source) return
    const made = pngOf(changedCanvas(source, (pixels) => removeBackground(pixels, threshold)))
    setImage(made)
    setProblem(made === undefined ? 'sealGone' : undefined)
    report(made)
  }, [source, threshold])
  const read = async (file: File) => {
    if (!TYPES.includes(file.type) || file.size > BYTES_MAX) return setProblem('sealType')
    try {
      setSource(await readStampImage(file))
    } catch {
      setProblem('sealBroken')
    }
  }
  return (
    <div className="sign-part">
      <div className="sign-paper sign-paper-seal">
        {image === undefined ? (
          <p>{t('sign.sealHelp')}</p>
        ) : (
          <img src={image} alt={t('sign.preview')} />
        )}
      </div>
      <p className="problem" role="alert">
        {problem && t(`sign.${problem}`)}
      </p>
      {source && (
        <label className="sign-threshold" htmlFor={`${id}-threshold`}>
          {t('sign.threshold')}
          <input
            id={`${id}-threshold`}
            type="range"
            min={0}
            max={0.8}
            step={0.02}
            value={threshold}
            aria-valuetext={`${Math.round(threshold * 100)}%`}
            onChange={({ currentTarget }) => setThreshold(Number(currentTarget.value))}
          />
        </label>
      )}
      <FileButton
        size="medium"
        icon={Upload}
        label={t('sign.chooseSeal')}
        accept={TYPES.join()}
        onFile={(file) => void read(file)}
      />
    </div>
  )
}
