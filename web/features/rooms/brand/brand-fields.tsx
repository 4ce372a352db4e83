import '../../../ui/field/field.css'
import { ImageUp, RotateCcw, Trash2 } from 'lucide-react'
import { useId } from 'react'
import {
  type Ground,
  LEAST_CONTRAST,
  leastContrast,
  nearestReadable,
} from '../../../../contract/core/contrast.ts'
import { LIMITS } from '../../../../contract/core/limits.ts'
import { useObjectUrl } from '../../../lib/browser/use-object-url.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { FileButton } from '../../../ui/field/file-button.tsx'
import { useToast } from '../../../ui/state/toasts.tsx'
import type { ChosenLogo } from '../file-base64.ts'

interface TextFieldProps {
  readonly label: string
  readonly hint?: string
  readonly value: string
  readonly max: number
  readonly isLong?: boolean
  readonly onValue: (value: string) => void
}

export function TextField({ label, hint, value, max, isLong = false, onValue }: TextFieldProps) {
  const id = useId()
  const common = {
    id,
    className: 'field',
    value,
    maxLength: max,
    'aria-describedby': hint === undefined ? undefined : `${id}-hint`,
  }
  return (
    <div className="brand-field">
      <label htmlFor={id}>{label}</label>
      {isLong ? (
        <textarea
          {...common}
          rows={3}
          onChange={({ currentTarget }) => onValue(currentTarget.value)}
        />
      ) : (
        <input {...common} onChange={({ currentTarget }) => onValue(currentTarget.value)} />
      )}
      {hint !== undefined && (
        <p id={`${id}-hint`} className="meta">
          {hint}
        </p>
      )}
    </div>
  )
}

export const OWN_ACCENTS: Readonly<Record<Ground, string>> = { light: '#1f4274', dark: '#85b1e9' }

interface ColorFieldProps {
  readonly ground: Ground
  readonly value: string | null
  readonly onValue: (value: string | null) => void
}

export function ColorField({ ground, value, onValue }: ColorFieldProps) {
  const { t } = useTranslation()
  const id = useId()
  const contrast = value === null ? LEAST_CONTRAST : leastContrast(value, ground)
  const isLow = contrast < LEAST_CONTRAST
  const nearest = value === null ? '' : nearestReadable(value, ground)
  return (
    <div className="brand-field">
      <label htmlFor={id}>{t(ground === 'light' ? 'brand.accent' : 'brand.accentDark')}</label>
      <div className="brand-choice">
        <input
          id={id}
          type="color"
          className="brand-color"
          value={value ?? OWN_ACCENTS[ground]}
          aria-describedby={`${id}-contrast`}
          aria-invalid={isLow}
          onChange={({ currentTarget }) => onValue(currentTarget.value.toLowerCase())}
        />
        <span className="meta numbers">{value ?? t('brand.ofProduct')}</span>
        {value !== null && (
          <IconButton
            size="small"
            icon={RotateCcw}
            label={t('brand.reset')}
            onClick={() => onValue(null)}
          />
        )}
      </div>
      <div id={`${id}-contrast`} role="status">
        {isLow && (
          <div className="brand-low">
            <p>{t('brand.contrast', { contrast: (Math.floor(contrast * 10) / 10).toFixed(1) })}</p>
            <Button size="small" onClick={() => onValue(nearest)}>
              {t('brand.useNearest', { color: nearest })}
            </Button>
          </div>
        )}
      </div>
    </div>
  )
}

interface LogoFieldProps {
  readonly label: string
  readonly has: boolean
  readonly chosen: ChosenLogo | undefined
  readonly onChosen: (chosen: ChosenLogo) => void
}

export function LogoField({ label, has, chosen, onChosen }: LogoFieldProps) {
  const { t } = useTranslation()
  const toast = useToast()
  const url = useObjectUrl(chosen ?? undefined)
  const isThere = chosen ? true : chosen === undefined && has
  const take = (file: File) => {
    if (file.size > LIMITS.logoBytes) toast(t('brand.logoHint'))
    else onChosen(file)
  }
  return (
    <fieldset className="brand-field">
      <legend>{label}</legend>
      <div className="brand-choice">
        {chosen && url && <img className="brand-logo-chosen" src={url} alt="" />}
        <FileButton
          icon={ImageUp}
          label={t(isThere ? 'brand.replaceLogo' : 'brand.chooseLogo')}
          accept="image/png,image/jpeg,image/svg+xml"
          onFile={take}
        />
        {isThere && (
          <IconButton
            size="small"
            icon={Trash2}
            label={t('brand.removeLogo')}
            onClick={() => onChosen(null)}
          />
        )}
      </div>
    </fieldset>
  )
}
