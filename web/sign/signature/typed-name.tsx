import { useEffect, useEffectEvent, useId, useState } from 'react'
import { useTranslation } from '../../lib/i18n.ts'
import { writtenName } from './signature-image.ts'

const NAME_MAX = 40

interface TypedNameProps {
  readonly name: string
  readonly onImage: (image: string | undefined) => void
}

export function TypedName({ name, onImage }: TypedNameProps) {
  const { t } = useTranslation()
  const id = useId()
  const report = useEffectEvent(onImage)
  const [text, setText] = useState(name.slice(0, NAME_MAX))
  const [image, setImage] = useState<string>()
  const written = text.trim()
  useEffect(() => {
    let isNewest = true
    const show = (made: string | undefined) => {
      setImage(made)
      report(made)
    }
    // While the font loads, the previous name must not be signed.
    show(undefined)
    void writtenName(written).then((made) => {
      if (isNewest) show(made)
    })
    return () => {
      isNewest = false
    }
  }, [written])
  return (
    <div className="sign-part">
      <label htmlFor={`${id}-name`}>{t('sign.name')}</label>
      <input
        id={`${id}-name`}
        className="field"
        maxLength={NAME_MAX}
        autoComplete="name"
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      <div className="sign-paper">
        {image !== undefined && <img src={image} alt={t('sign.preview')} />}
      </div>
    </div>
  )
}
