// The ways to cut a word as a page of its own.

import { drawExported } from "../shared/exported.js";
import mount from "./ways.js";

drawExported(mount);
