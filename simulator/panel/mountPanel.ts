import { createApp } from 'vue'
import type { Simulation } from '../start.ts'
import { createDock } from './dock.ts'
import Panel from './Panel.vue'
import { createSession, SESSION } from './session/session.ts'
import './panel.css'

/** Puts the panel beside the console, as an app of its own: it must not share anything with what it tests. */
export function mountPanel(window: Window, simulation: Simulation): void {
  const root = window.document.createElement('div')
  root.id = 'simulator'
  window.document.body.append(root)
  createApp(Panel).provide(SESSION, createSession(simulation, createDock(window))).mount(root)
}
