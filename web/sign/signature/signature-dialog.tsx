import { useId, useState } from 'react'
import { useTranslation } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { Modal } from '../../ui/dialog/modal.tsx'
import type { Filling, OwnBox } from '../fillings.ts'
import { DrawPad } from './draw-pad.tsx'
import { StampImageField } from './stamp-image.tsx'
import { TypedName } from './typed-name.tsx'

const METHODS = ['draw', 'type', 'seal'] as const
type SignatureMethod = (typeof METHODS)[number]

interface SignatureDialogProps {
  readonly signerName: string
  readonly number: number
  readonly current: Filling | undefined
  readonly others: readonly OwnBox[]
  readonly hasOtherEmpty: boolean
  readonly onClose: () => void
  readonly onSigned: (image: string, everywhere: boolean) => void
}

export function SignatureDialog({
  signerName,
  number,
  current,
  others,
  hasOtherEmpty,
  onClose,
  onSigned,
}: SignatureDialogProps) {
  const { t } = useTranslation()
  const id = useId()
  const [method, setMethod] = useState<SignatureMethod>('draw')
  const [image, setImage] = useState<string>()
  const [everywhere, setEverywhere] = useState(hasOtherEmpty)
  const [isMissed, setMissed] = useState(false)
  const take = (made: string | undefined) => {
    setImage(made)
    if (made !== undefined) setMissed(false)
  }
  return (
    <Modal labelledBy={`${id}-title`} onDismiss={onClose}>
      <h2 id={`${id}-title`} className="title">
        {t('sign.signatureTitle', { number })}
      </h2>
      <fieldset className="sign-ways">
        <legend className="hidden">{t('sign.way')}</legend>
        {METHODS.map((each) => (
          <label key={each} data-chosen={method === each || undefined}>
            <input
              type="radio"
              name={`${id}-way`}
              className="hidden"
              checked={method === each}
              onChange={() => {
                setMethod(each)
                take(undefined)
              }}
            />
            {t(`sign.${each}`)}
          </label>
        ))}
      </fieldset>
      {method === 'draw' && <DrawPad onImage={take} />}
      {method === 'type' && <TypedName name={signerName} onImage={take} />}
      {method === 'seal' && <StampImageField onImage={take} />}
      {others.length > 0 && (
        <label className="sign-consent">
          <input
            type="checkbox"
            checked={everywhere}
            onChange={({ currentTarget }) => setEverywhere(currentTarget.checked)}
          />
          <span>{t('sign.everywhere', { count: others.length })}</span>
        </label>
      )}
      <p className="problem" role="alert">
        {isMissed && t('sign.signFirst')}
      </p>
      <div className="modal-buttons">
        <Button onClick={onClose}>{t('common.cancel')}</Button>
        <Button
          variant="primary"
          onClick={() => (image === undefined ? setMissed(true) : onSigned(image, everywhere))}
        >
          {t(current ? 'sign.replace' : 'sign.use')}
        </Button>
      </div>
    </Modal>
  )
}
