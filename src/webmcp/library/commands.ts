import type { Command } from '../../bus/command.ts'
import { discardDraft, editDraft, noteRequest, saveDraft } from './draftCommands.ts'
import { importTools } from './importCommands.ts'
import { discardRecording, saveRecording } from './recordingCommands.ts'
import { saveRepair } from './repairCommand.ts'
import { changeToolState, noteRun, saveTool } from './toolCommands.ts'

/** The library's part of the catalogue. None can be recorded; of all, the person undoes an import only. */
export const libraryCommands: readonly Command[] = [
  saveRecording,
  discardRecording,
  saveDraft,
  editDraft,
  discardDraft,
  noteRequest,
  saveTool,
  changeToolState,
  noteRun,
  importTools,
  saveRepair,
]
