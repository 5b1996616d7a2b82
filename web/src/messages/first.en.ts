import { messages } from '../game/messages.en';
import { en } from './en';

export const words = { ...en, ...messages };
