import { useMemo } from 'react'
import type { NamesApi, NamesForm } from '../api.js'

/** Everything that a view reads and does. */
export type ViewApi = NamesApi & NamesForm

/** The API with the form: a view is drawn only once it is loaded. */
export const useForm = (api: NamesApi): ViewApi =>
  useMemo(() => ({ ...api, ...api.formNow()! }), [api])
