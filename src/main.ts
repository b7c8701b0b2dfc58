import './styles/index.css'
import { boot } from './app/boot.ts'

void boot(window)
