import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useId } from 'react'
import { removeTemplate } from '../../../../contract/features/documents/structures.ts'
import { useApi } from '../../../lib/api/api-context.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { IconButton } from '../../../ui/button.tsx'
import { useDialogs } from '../../../ui/dialog/dialogs.tsx'
import { QueryState } from '../../../ui/state/query-state.tsx'
import { useErrorAlert } from '../../../ui/state/use-error-alert.ts'
import { type Template, templatesKey, useTemplates } from './use-structure.ts'

interface TemplateListProps {
  readonly roomId: number
  readonly chosen: string | undefined
  readonly onChoose: (id: string | undefined) => void
}

export function TemplateList({ roomId, chosen, onChoose }: TemplateListProps) {
  const { t, language } = useTranslation()
  const query = useTemplates(roomId)
  const api = useApi()
  const queries = useQueryClient()
  const dialogs = useDialogs()
  const alertError = useErrorAlert()
  const removing = useMutation({
    mutationFn: (id: string) => api.call(removeTemplate, { body: { roomId, id } }),
    onSuccess: (_, id) => id === chosen && onChoose(undefined),
    onError: alertError,
    onSettled: () => queries.invalidateQueries({ queryKey: templatesKey(roomId) }),
  })
  const remove = async ({ id, name }: Template) => {
    const text = t('structure.removeQuestion', { name })
    if (await dialogs.confirm({ tone: 'check', text, confirmLabel: t('structure.remove') }))
      removing.mutate(id)
  }
  if (!query.data) return <QueryState query={query} count={5} />
  const groups = [
    { label: t('structure.saved'), items: query.data.filter(({ isSaved }) => isSaved) },
    {
      label: t('structure.builtIn'),
      items: query.data.filter((each) => !each.isSaved && each.language === language),
    },
    {
      label: t('structure.otherLanguage'),
      items: query.data.filter((each) => !each.isSaved && each.language !== language),
    },
  ]
  return (
    <div className="structure-templates">
      {groups
        .filter(({ items }) => items.length > 0)
        .map(({ label, items }) => (
          <fieldset key={label}>
            <legend>{label}</legend>
            {items.map((template) => (
              <div key={template.id} className="structure-template">
                <TemplateChoice
                  template={template}
                  isChosen={template.id === chosen}
                  onChoose={() => onChoose(template.id)}
                />
                {template.isSaved && (
                  <IconButton
                    size="small"
                    icon={Trash2}
                    label={t('structure.removeOne', { name: template.name })}
                    onClick={() => void remove(template)}
                  />
                )}
              </div>
            ))}
          </fieldset>
        ))}
    </div>
  )
}

interface TemplateChoiceProps {
  readonly template: Template
  readonly isChosen: boolean
  readonly onChoose: () => void
}

function TemplateChoice({ template, isChosen, onChoose }: TemplateChoiceProps) {
  const { t } = useTranslation()
  const id = useId()
  return (
    <label className="structure-choice" htmlFor={id}>
      <input
        id={id}
        type="radio"
        name="structure-template"
        checked={isChosen}
        onChange={onChoose}
      />
      <span lang={template.language}>
        {template.name}
        <span className="meta numbers" lang={undefined}>
          {t('structure.folders', { count: template.folders })}
        </span>
      </span>
    </label>
  )
}
