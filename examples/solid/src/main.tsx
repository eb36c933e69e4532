import { defineElements } from '@latchkey/ui-react/elements'
import { render } from 'solid-js/web'
import { App } from './App'

defineElements()
render(() => <App />, document.querySelector('#root')!)
