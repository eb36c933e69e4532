import { useMemo } from 'react'
import type { OnrampApi, OnrampForm } from '../api.js'

/** Everything that a view reads and does. */
export type ViewApi = OnrampApi & OnrampForm

/** The API with the form: a view is drawn only once it is loaded. */
export const useForm = (api: OnrampApi): ViewApi =>
  useMemo(() => ({ ...api, ...api.formNow()! }), [api])
