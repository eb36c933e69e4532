import { brand, knownViews } from '@latchkey/plugin-api'
import { useEffect, type ReactNode } from 'react'
import { usePorts } from '../context.js'
import { Empty } from '../kit/blocks/states.js'
import { Text } from '../kit/text/messages.js'

/**
 * Stands in for a view that no plugin registered, and names the missing package for the site's
 * developers.
 */
export function NotInstalled({ view }: { view: string }): ReactNode {
  const folder = Object.hasOwn(knownViews, view) ? knownViews[view] : undefined
  const { log } = usePorts()
  useEffect(
    () =>
      log.warn(
        `No plugin registered the view "${view}".` +
          (folder === undefined ? '' : ` It comes with ${brand.scope}/${folder}.`),
      ),
    [log, view, folder],
  )
  return (
    <Empty title="ui.notInstalled" text="ui.notInstalledText">
      <p dir="ltr">
        <Text
          k={folder === undefined ? 'ui.notInstalledView' : 'ui.notInstalledPackage'}
          params={{ view, package: `${brand.scope}/${folder}` }}
        />
      </p>
    </Empty>
  )
}
